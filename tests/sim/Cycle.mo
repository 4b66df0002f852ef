model Cycle "an event that never ends"
  Boolean b(start = false, fixed = true), c(start = false, fixed = true);
equation
  b = time > 0.5 and not pre(c);
  c = pre(b);
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Cycle;
