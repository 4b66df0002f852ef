// Parameters that would depend on each other but for the branches that count.
model circle_by_branch
  parameter Boolean byTemperature = true annotation(Evaluate = true);
  parameter Real T = if byTemperature then 300 else h/1000;
  parameter Real h = if not byTemperature then 200000 else 1000*T;
  Real x = h;
equation
  assert(abs(x - 300000) < 1e-6, "h follows from T");
end circle_by_branch;
