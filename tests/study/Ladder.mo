model Ladder "a chain of resistors and capacitors behind a source"
  parameter Real R = 1;
  parameter Real C = 0.1;
  parameter Integer n = 10;
  Real v[n](each start = 0, each fixed = true);
  Real i[n];
  output Real y = v[n];
equation
  i[1] = (1 + sin(5*time) - v[1])/R;
  for k in 2:n loop
    i[k] = (v[k - 1] - v[k])/R;
  end for;
  for k in 1:n - 1 loop
    C*der(v[k]) = i[k] - i[k + 1];
  end for;
  C*der(v[n]) = i[n];
  annotation(experiment(StopTime = 20));
end Ladder;
