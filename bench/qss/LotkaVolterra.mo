model LotkaVolterra "Prey and predators of paper 004"
  Real x(start = 0.5, fixed = true), y(start = 0.5, fixed = true);
equation
  der(x) = 0.1*x - 0.1*x*y;
  der(y) = 0.1*x*y - 0.1*y;
  annotation(experiment(StopTime = 300, Tolerance = 1e-3));
end LotkaVolterra;
