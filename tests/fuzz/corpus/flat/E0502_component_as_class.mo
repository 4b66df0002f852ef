model M
  Real x = 1;
  x y;
end M;
