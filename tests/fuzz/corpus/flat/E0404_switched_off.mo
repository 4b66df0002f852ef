model M
  parameter Boolean use = false;
  Real c if use;
  Real y = c;
end M;
