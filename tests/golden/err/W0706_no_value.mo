model NoValue
  parameter Real mass(start = 2);
  parameter Integer n;
  Real x = mass*n*time;
end NoValue;
