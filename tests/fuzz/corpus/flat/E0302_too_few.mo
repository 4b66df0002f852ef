model M
  Real x, y, z;
equation
  x = 1;
  y = x + 1;
end M;
