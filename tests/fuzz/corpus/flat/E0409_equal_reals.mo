model M
  Real x = time;
  Boolean b = x == 1;
end M;
