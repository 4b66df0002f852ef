model M
  Real x = 1;
  Real y;
equation
  connect(x, y);
end M;
