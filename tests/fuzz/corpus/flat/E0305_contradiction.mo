model M
  Real x, y, z;
equation
  x - y = 1;
  y - z = 2;
  x - z = 4;
end M;
