model M
  Real x; /* the position
  Real y;
end M;
