model Divide "divides by zero at time 0.5"
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = 1 / (if x < 0.5 then 1 else 0);
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Divide;
