model E0521_order "It would end before it begins"
  Real x = time;
  annotation(experiment(StartTime = 2*3 + 1, StopTime = 24/4));
end E0521_order;
