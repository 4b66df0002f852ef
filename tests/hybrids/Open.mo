// y = 1.25663706143592: a delay shifts crossings
model Instants4
  Real y(start = 0, fixed = true);
equation
  der(y) = if delay(sin(20*time), 0.3) > 0.5 then 1 else 0;
  annotation(experiment(StopTime = 4));
end Instants4;

