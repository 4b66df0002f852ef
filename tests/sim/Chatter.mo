model Chatter "slides along x = 0"
  Real x(start = 0.5, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Chatter;
