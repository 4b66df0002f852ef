model Twice
  type E = enumeration(one, two, one);
  Real x(start = 1, start = 2) = 1;
  Real y = 1;
  Real y = 2;
end Twice;
