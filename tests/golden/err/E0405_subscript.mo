model M
  Real x[3] = {1, 2, 3};
  Real y = x[4];
  Real z = x[1, 2];
  Real w = (2*x)[4];
end M;
