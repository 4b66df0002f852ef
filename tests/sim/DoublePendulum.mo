model DoublePendulum "Two rods in Cartesian coordinates"
  parameter Real g = 9.81;
  Real x1(start = 1, fixed = true), y1(start = 0), u1, v1(start = 0, fixed = true);
  Real x2(start = 1), y2(start = -1), u2(start = 2, fixed = true), v2, F1, F2;
  Real energy = (u1 ^ 2 + v1 ^ 2 + u2 ^ 2 + v2 ^ 2) / 2 + g * (y1 + y2);
  Real c1 = sqrt(x1 ^ 2 + y1 ^ 2) - 1;
  Real c2 = sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2) - 1;
initial equation
  x2 = 1;
equation
  der(x1) = u1;
  der(y1) = v1;
  der(x2) = u2;
  der(y2) = v2;
  der(u1) = -F1 * x1 + F2 * (x2 - x1);
  der(v1) = -F1 * y1 + F2 * (y2 - y1) - g;
  der(u2) = -F2 * (x2 - x1);
  der(v2) = -F2 * (y2 - y1) - g;
  x1 ^ 2 + y1 ^ 2 = 1;
  (x2 - x1) ^ 2 + (y2 - y1) ^ 2 = 1;
  annotation(experiment(StopTime = 5, Interval = 0.01, Tolerance = 1e-7));
end DoublePendulum;
