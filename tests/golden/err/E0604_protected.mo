model Protected
  model A
  protected
    Real x = 2;
  end A;
  A a;
  A b(x = 3);
  Real y = a.x;
end Protected;
