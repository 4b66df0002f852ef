model FourBar "A crank, a coupler and a rocker, in Cartesian coordinates of the two joints"
  parameter Real g = 9.81;
  parameter Real a = 0.5 "crank";
  parameter Real b = 1.5 "coupler";
  parameter Real c = 1.2 "rocker";
  parameter Real w = 1.4 "distance of the fixed joints";
  Real x1(start = a, fixed = true), y1(start = 0), u1, v1(start = 6, fixed = true);
  Real x2(start = 1.3), y2(start = 1.2), u2, v2, F1, F2, F3;
  Real energy = (u1 ^ 2 + v1 ^ 2 + u2 ^ 2 + v2 ^ 2) / 2 + g * (y1 + y2);
  Real r1 = x1 ^ 2 + y1 ^ 2 - a ^ 2;
  Real r2 = (x2 - x1) ^ 2 + (y2 - y1) ^ 2 - b ^ 2;
  Real r3 = (x2 - w) ^ 2 + y2 ^ 2 - c ^ 2;
equation
  der(x1) = u1;
  der(y1) = v1;
  der(x2) = u2;
  der(y2) = v2;
  der(u1) = -F1 * x1 + F2 * (x2 - x1);
  der(v1) = -F1 * y1 + F2 * (y2 - y1) - g;
  der(u2) = -F2 * (x2 - x1) - F3 * (x2 - w);
  der(v2) = -F2 * (y2 - y1) - F3 * y2 - g;
  x1 ^ 2 + y1 ^ 2 = a ^ 2;
  (x2 - x1) ^ 2 + (y2 - y1) ^ 2 = b ^ 2;
  (x2 - w) ^ 2 + y2 ^ 2 = c ^ 2;
  annotation(experiment(StopTime = 5, Interval = 0.01, Tolerance = 1e-7));
end FourBar;
