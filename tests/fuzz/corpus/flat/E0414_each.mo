model M
  model Part
    parameter Real k = 1;
    Real y = k;
  end Part;
  Part p[3](k = 2);
end M;
