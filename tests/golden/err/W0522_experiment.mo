model W0522_experiment "What an experiment does not know is not used"
  parameter Real t = 3;
  Real x = time;
  annotation(experiment(StopTme = 3, Interval = t, __Tool_solver = "x"));
end W0522_experiment;
