model Ball "A ball that bounces without loss (paper 002, equations 2 and 3)"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real h_0(unit = "m") = 1 "height from which it falls";
  Real h(unit = "m", start = h_0, fixed = true) "height";
  Real v(unit = "m/s", start = 0, fixed = true) "velocity";
  Boolean down = h <= 0 "it is at the floor, or below";
equation
  der(h) = v;
  der(v) = -g;
  when down then
    reinit(v, -pre(v));
  end when;
  annotation(experiment(StopTime = 10, Interval = 0.01, Tolerance = 1e-6));
end Ball;
