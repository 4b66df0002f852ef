// Reals of parameters are compared once, before simulation.
model M
  parameter Real k = 0;
  Real y = if k == 0 then 1 else 1/k;
end M;
