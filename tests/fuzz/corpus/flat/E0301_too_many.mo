model M
  Real x, y;
equation
  x + y = 1;
  x - y = 3;
  x = 2;
end M;
