// MLS 13.2.1: what is imported is an element of a package, also if the class is one around.
model M
  encapsulated model A
    Real x = 1;
  end A;
  import B = M.A;
  B b;
  Real y = b.x;
end M;
