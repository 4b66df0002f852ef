model Explode "1 / (1 - t)"
  Real x(start = 1, fixed = true);
equation
  der(x) = x ^ 2;
  annotation(experiment(StopTime = 2, Interval = 0.1));
end Explode;
