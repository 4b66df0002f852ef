// Start values that depend on parameters which the initial system determines (MLS 8.6), and parameters that
// have a computed start value only (MLS 4.4.4).
model start_of_unknown_parameter
  parameter Real c = 3;
  parameter Real a(start = 2*c);
  parameter Real b = a;
  parameter Real q(fixed = false, start = 2*r), r(fixed = false, start = a), s = 2*q;
  Real x(start = s), y(start = q + r, fixed = true), z = b, w(start = q);
initial equation
  q*q = 36;
  r = 4;
equation
  der(x) = 0;
  der(y) = 0;
  w^3 - 6*w^2 + 11*w = 6;
  assert(abs(x - 12) < 1e-6 and abs(y - 10) < 1e-6 and abs(z - 6) < 1e-12, "values at the start");
  assert(abs(w - 3) < 1e-6, "the solution near the start value");
end start_of_unknown_parameter;
