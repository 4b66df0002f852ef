model NoValue
  parameter Real mass(start = 2);
  parameter Integer n(start = 1 + m), m = 3;
  Real x = mass*n*time;
end NoValue;
