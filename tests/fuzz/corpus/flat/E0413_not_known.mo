model M
  constant Real c;
  Real x = 2*c;
  Real y = 3*c;
end M;
