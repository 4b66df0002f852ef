model M
  Real x = 1 + * 2;
  parameter Integer = 3;
  Real y;
equation
  y = f(1, );
  connect(a b);
end M;
