model BouncingBall "A ball that loses a part of its speed at every bounce"
  parameter Real e = 0.8 "coefficient of restitution";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  Real h(unit = "m", start = 1, fixed = true) "height";
  Real v(unit = "m/s", start = 0, fixed = true) "velocity";
  Integer bounces(start = 0, fixed = true) "how often it has touched the ground";
equation
  der(h) = v;
  der(v) = -g;
  when h <= 0 then
    reinit(v, -e * pre(v));
    bounces = pre(bounces) + 1;
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.01, Tolerance = 1e-6));
end BouncingBall;
