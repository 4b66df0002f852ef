model E0514_subscript
  connector C
    Real e;
    flow Real f;
  end C;
  model M
    C c;
  equation
    c.f = c.e - time;
  end M;
  M m[4];
equation
  for i in 0.5:3 loop
    connect(m[i].c, m[i + 1].c);
  end for;
end E0514_subscript;
