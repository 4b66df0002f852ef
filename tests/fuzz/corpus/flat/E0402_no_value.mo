model M
  model Part
    Real x = 1;
  end Part;
  Part p;
  Real y = p;
  Real z = Part;
end M;
