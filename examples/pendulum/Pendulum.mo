model Pendulum "A rotating pendulum in Cartesian coordinates: an equation of index 3"
  parameter Real L(unit = "m") = 1 "length";
  parameter Real m(unit = "kg") = 1 "mass";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  Real x(unit = "m", start = L, fixed = true) "position, to the right";
  Real y(unit = "m", start = 0) "position, upwards";
  Real u(unit = "m/s") "velocity, to the right";
  Real v(unit = "m/s", start = -8, fixed = true) "velocity, upwards";
  Real F(unit = "N/m") "force in the rod, for each metre of its length";
  Real length(unit = "m") = sqrt(x * x + y * y) "to be compared with L";
  Real energy(unit = "J") = m * (u * u + v * v) / 2 + m * g * y "constant, if all is well";
equation
  der(x) = u;
  der(y) = v;
  m * der(u) = -F * x;
  m * der(v) = -F * y - m * g;
  x ^ 2 + y ^ 2 = L ^ 2;
  annotation(experiment(StopTime = 10, Interval = 0.01, Tolerance = 1e-6));
end Pendulum;
