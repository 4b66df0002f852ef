model M
  Real x = f(1, a = 2, 3);
end M;
