model E0414_components "One value for all components of an array"
  model Part
    parameter Real p = 1;
    Real x = p*time;
  end Part;
  Part part[2](p = 3);
equation
  assert(abs(part[2].x - 3*time) < 1e-9, "each component has it");
end E0414_components;
