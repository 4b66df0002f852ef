model Root "leaves the domain of its square root"
  Real x(start = 1, fixed = true);
equation
  der(x) = -1 - 0.001 * sqrt(x);
  annotation(experiment(StopTime = 2, Interval = 0.1));
end Root;
