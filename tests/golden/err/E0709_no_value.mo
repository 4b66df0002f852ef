model E0709_no_value
  parameter Real k;
  parameter Integer n(start = 2);
  parameter Real p(fixed = false);
  Real x(start = 1, fixed = true);
initial equation
  p = 2*k;
equation
  der(x) = -k*x + n + p;
end E0709_no_value;
