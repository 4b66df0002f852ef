model Tank "A tank with an outlet, and a float that reports a low level"
  input Real inflow(unit = "m3/s", start = 0);
  parameter Real A(unit = "m2") = 1 "area of the tank";
  parameter Real a(unit = "m2") = 0.01 "area of the outlet";
  parameter Real low(unit = "m") = 0.8 "the float reports a lower level";
  parameter Real high(unit = "m") = 1.2 "until it is as high as this";
  constant Real g(unit = "m/s2") = 9.81;
  Real level(unit = "m", start = 1, fixed = true);
  Real outflow(unit = "m3/s");
  Boolean thirsty(start = false, fixed = true) "the report";
equation
  A * der(level) = inflow - outflow;
  outflow = a * sqrt(2 * g * max(level, 0));
  thirsty = level < low or pre(thirsty) and level < high;
  annotation(experiment(StopTime = 100, Interval = 0.1, Tolerance = 1e-8));
end Tank;
