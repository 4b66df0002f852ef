model Swing "A pendulum that turns over: which coordinate is a state is chosen at run time"
  Real x(start = 1, fixed = true), y(start = 0), u, v(start = -8, fixed = true), F;
  Real energy = (u * u + v * v) / 2 + 9.81 * y "constant";
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F * x;
  der(v) = -F * y - 9.81;
  x ^ 2 + y ^ 2 = 1;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end Swing;
