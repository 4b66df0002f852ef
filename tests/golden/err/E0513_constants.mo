package P
  connector C
    constant Integer n = 1;
    Real v;
    flow Real i;
  end C;
  connector D
    parameter Integer n = 1;
    Real v;
    flow Real i;
  end D;
  model M
    C a, b(n = 2);
    D d;
  equation
    connect(a, b);
    connect(a, d);
  end M;
end P;
