model Inverters "A chain of logical inverters, after Savcenko and Mattheij: a pulse runs through it"
  parameter Integer N = 501;
  parameter Real supply = 5, gain = 100, threshold = 1;
  Real x[N + 1](start = {if i == 1 then 0 elseif mod(i, 2) == 0 then 5 else 0.006247 for i in 1:N + 1}, each fixed = true);
equation
  der(x[1]) = if time < 5 then 0 elseif time < 10 then 1 elseif time < 15 then 0 elseif time < 17 then -2.5 else 0;
  for i in 2:N + 1 loop
    der(x[i]) = supply - x[i] - gain*((if x[i - 1] > threshold then (x[i - 1] - threshold)^2 else 0)
      - (if x[i - 1] - x[i] > threshold then (x[i - 1] - x[i] - threshold)^2 else 0));
  end for;
  annotation(experiment(StopTime = 130, Tolerance = 1e-3));
end Inverters;
