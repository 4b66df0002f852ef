package P
  impure function now
    output Real t;
  algorithm
    t := 1;
  end now;
  pure function wrong
    input Real u;
    output Real y;
  algorithm
    y := u*now();
  end wrong;
  function undecided
    input Real u;
    output Real y;
  algorithm
    y := u*now();
  end undecided;
  pure function right
    input Real u;
    output Real y;
  algorithm
    y := u*pure(now());
  end right;
  model M
    parameter Real p = now();
    Real a, b, c, d;
    discrete Real e(start = 0);
    parameter Real q(fixed = false);
  initial equation
    q = now();
  equation
    a = now();
    b = wrong(a);
    c = undecided(a) + undecided(a);
    d = right(pure(now()) + now());
    when time > 1 then
      e = now();
    end when;
  end M;
end P;
