model M
  model Part
    Real x = 1;
  end Part;
  Real y = Part(1);
end M;
