// exp(x) is never 0, though it is so small a number that it becomes 0 at x = -745.13.
model NoRoot
  Real x(start = 0);
equation
  exp(x) = 0;
end NoRoot;
