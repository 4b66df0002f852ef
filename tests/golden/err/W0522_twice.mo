model W0522_twice "What is given twice is told"
  Real x = time;
  annotation(experiment(StopTime = 3, Tolerance = 1e-6, StopTime = 4), experiment(StopTime = 5));
end W0522_twice;
