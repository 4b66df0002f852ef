model M
  Real größe;
  Real x = 1 # 2;
  Boolean b = x != 1;
  Boolean c = b && not b;
  Real y;
  Real 'é';
end M;
