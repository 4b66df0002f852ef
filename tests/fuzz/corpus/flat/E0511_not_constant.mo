model M
  Real x = time;
  Real y[integer(x)];
end M;
