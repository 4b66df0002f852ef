model Reaction "Advection, diffusion and reaction in one dimension"
  parameter Integer N = 1000;
  parameter Real a = 1, d = 1e-4, r = 1000, length = 10, dx = length/N;
  Real u[N](start = {if 5*i <= N then 1 else 0 for i in 1:N}, each fixed = true);
equation
  der(u[1]) = -a*(u[1] - 1)/dx + d*(u[2] - 2*u[1] + 1)/dx^2 + r*u[1]^2*(1 - u[1]);
  for i in 2:N - 1 loop
    der(u[i]) = -a*(u[i] - u[i - 1])/dx + d*(u[i + 1] - 2*u[i] + u[i - 1])/dx^2 + r*u[i]^2*(1 - u[i]);
  end for;
  der(u[N]) = -a*(u[N] - u[N - 1])/dx + d*(2*u[N - 1] - 2*u[N])/dx^2 + r*u[N]^2*(1 - u[N]);
  annotation(experiment(StopTime = 10, Tolerance = 1e-3));
end Reaction;
