model E0521_experiment "Values of an experiment that cannot be"
  model Words
    Real x = time;
    annotation(experiment(StopTime = "abc", Tolerance = -3, Interval = -1));
  end Words;
  Real x = time;
  annotation(experiment(StartTime = true, StopTime = "abc", Tolerance = 2, Interval = -1));
end E0521_experiment;
