model M
  Real x = 1 + true;
  Boolean b = not 1;
end M;
