model M
  connector C1
    input Real x;
    Real e;
    flow Real f;
  end C1;
  connector C2
    Real x;
    Real e;
    flow Real f;
  end C2;
  model Part
    C1 c1;
    C2 c2;
  end Part;
  Part p;
equation
  connect(p.c1, p.c2);
  p.c1.e = 1;
  p.c1.x = 3;
  p.c1.f = 2;
end M;
