model M
  impure function now
    output Real t;
  algorithm
    t := 1;
  end now;
  parameter Real p = now();
  Real x = p + now();
  Real y(start = now());
  Real z = pure(now());
equation
  der(y) = 1;
end M;
