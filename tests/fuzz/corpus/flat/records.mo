package P
  record R
    Real a = 1;
    Real b[2] = {2, 3};
  end R;
  record Q
    Real a;
    Real b[2];
  end Q;
  function make
    input Real x;
    output R r;
  algorithm
    r.a := x;
    r.b := {x, 2*x};
  end make;
  model M
    parameter R p(a = 4);
    R r = make(time);
    Q s;
    Real y = p.a + r.b[2];
  equation
    s = Q(b = {y, y}, a = 2);
  end M;
end P;
