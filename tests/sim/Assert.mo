model Assert "fails in the middle"
  Real level(start = 0, fixed = true);
equation
  der(level) = 1;
  assert(level < 0.5, "the tank is full: level = " + String(level, significantDigits = 2));
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Assert;
