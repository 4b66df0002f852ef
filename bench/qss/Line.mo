model Line "A line of coils and capacitors: a pulse that does not fade, where quantized states are at their worst"
  parameter Integer N = 100;
  Real i[N](each start = 0, each fixed = true), u[N](each start = 0, each fixed = true);
equation
  for k in 1:N loop
    der(i[k]) = (if k == 1 then (if time < 10 then sin(0.3*time) else 0) else u[max(k - 1, 1)]) - u[k];
    der(u[k]) = i[k] - (if k == N then u[k] else i[min(k + 1, N)]);
  end for;
  annotation(experiment(StopTime = 200, Tolerance = 1e-3));
end Line;
