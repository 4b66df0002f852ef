model M
  parameter Integer n = -1;
  Real x[n];
  Real y[:];
  Real z[1.5];
end M;
