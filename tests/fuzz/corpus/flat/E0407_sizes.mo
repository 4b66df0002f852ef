model M
  Real x[3] = {1.0, 2.0};
  Real y[2];
equation
  y = {1.0, 2.0} + {1.0, 2.0, 3.0};
end M;
