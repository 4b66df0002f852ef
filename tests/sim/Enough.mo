model Enough "ends itself"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.25 then
    terminate("enough");
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Enough;
