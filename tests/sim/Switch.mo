model Switch "one event of each kind, for the log"
  parameter Real T = 0.25;
  discrete Real y(start = 0, fixed = true);
  Boolean on(start = false, fixed = true);
  String text(start = "none", fixed = true);
equation
  when time >= 2 * T then
    on = true;
    text = "late";
  end when;
  when sample(T, T) then
    y = pre(y) + 1;
  end when;
  annotation(experiment(StopTime = 0.6));
end Switch;
