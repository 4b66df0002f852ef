model M
  Real x = 2*-y;
  Real y = 10^-3;
  Real z = 2^3^2;
  Boolean b = 1 < x < 2;
  Boolean c = not not b;
  Real w = - -x + +y;
end M;
