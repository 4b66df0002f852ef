model Contradiction "two start values for one variable"
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = -x;
  y = x;
end Contradiction;
