model Heat "Many equations of one shape: loops in C"
  parameter Integer n = 80;
  parameter Real k = 3;
  Real T[n](each start = 0, each fixed = true);
  Real q[n + 1];
equation
  q[1] = k * (sin(time) - T[1]);
  for i in 2:n loop
    q[i] = k * (T[i - 1] - T[i]) + 0.01 * exp(-T[i] ^ 2);
  end for;
  q[n + 1] = if T[n] > 0.2 then T[n] else 0.1;
  for i in 1:n loop
    der(T[i]) = q[i] - q[i + 1];
  end for;
  annotation(experiment(StopTime = 5));
end Heat;
