model Advection "A front that runs through a chain of cells and reacts"
  parameter Integer N = 1000;
  parameter Real alpha = 0.5, mu = 1000;
  Real u[N](start = {if 3*i <= N then 1 else 0 for i in 1:N}, each fixed = true);
equation
  der(u[1]) = (1 - u[1])*N - mu*u[1]*(u[1] - alpha)*(u[1] - 1);
  for i in 2:N loop
    der(u[i]) = (u[i - 1] - u[i])*N - mu*u[i]*(u[i] - alpha)*(u[i] - 1);
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-3));
end Advection;
