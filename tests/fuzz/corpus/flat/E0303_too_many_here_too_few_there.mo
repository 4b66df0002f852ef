model M
  Real x, y;
equation
  x = 1;
  2*x = time;
end M;
