model Pendulum "index 3: a length that two coordinates keep"
  parameter Real L = 1;
  Real x(start = 1), y(start = 0), u, v, F;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F * x;
  der(v) = -F * y - 9.81;
  x^2 + y^2 = L^2;
end Pendulum;
