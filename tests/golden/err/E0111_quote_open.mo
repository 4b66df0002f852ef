model M
  Real 'a b;
  Real c;
end M;
