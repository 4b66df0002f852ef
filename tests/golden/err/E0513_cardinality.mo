model M
  Real x = 1;
  Integer n = cardinality(x);
end M;
