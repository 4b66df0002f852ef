model M
  Real x, y, z, w;
equation
  x + 2*y + z = 1;
  2*x - y + w = 3;
  3*x + y + z + w = 4;
  w = sin(x)*y + z*z;
end M;
