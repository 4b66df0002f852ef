model Level "a value that rises and settles, with events"
  parameter Real a = 1;
  parameter Boolean fails = false;
  parameter Real low = 0;
  Real x(start = 0, fixed = true);
  Boolean high = x > 0.5;
  discrete Integer ticks(start = 0, fixed = true);
equation
  der(x) = a*(1 - x);
  when sample(1, 1) then
    ticks = pre(ticks) + 1;
    assert(not fails or time < 3, "it fails at 3");
  end when;
  annotation(experiment(StopTime = 5));
end Level;
