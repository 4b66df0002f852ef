model M
  Real x = 1e;
  Real y = 2km;
  Real z = 1.5e+;
end M;
