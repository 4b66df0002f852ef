model Tank "A tank whose level is held by a valve that opens and closes"
  parameter Real A(unit = "m2") = 1 "area of the tank";
  parameter Real a(unit = "m2") = 0.01 "area of the outlet";
  parameter Real low(unit = "m") = 0.8 "the valve opens below";
  parameter Real high(unit = "m") = 1.2 "and closes above";
  constant Real g(unit = "m/s2") = 9.81;
  Real level(unit = "m", start = 1, fixed = true);
  Real inflow(unit = "m3/s");
  Real outflow(unit = "m3/s");
  Boolean open(start = false, fixed = true) "state of the valve";
equation
  A * der(level) = inflow - outflow;
  outflow = a * sqrt(2 * g * max(level, 0));
  inflow = if open then 0.08 else 0;
  when level < low then
    open = true;
  elsewhen level > high then
    open = false;
  end when;
  annotation(experiment(StopTime = 100, Interval = 0.1, Tolerance = 1e-6));
end Tank;
