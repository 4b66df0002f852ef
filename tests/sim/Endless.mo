model Endless "takes longer than anyone waits"
  Real x(start = 0, fixed = true);
equation
  der(x) = cos(1000 * time);
  annotation(experiment(StopTime = 1e9, Interval = 0.01));
end Endless;
