model M
  Real x(start = 1, fixed = true;
  Real y = 2 * (3 + sin(time);
  Real z = {1, 2, 3)*2;
  Real A[2, 2] = [1, 2; 3, 4;
equation
  x = 1);
  y = 2;
end M;
