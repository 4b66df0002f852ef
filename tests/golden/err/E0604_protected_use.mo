model Protected
  model A
  protected
    Real x = 2;
  end A;
  A a;
  Real y = a.x;
end Protected;
