model Neurons "Izhikevich's spiking neurons, not coupled"
  parameter Integer N = 1000;
  parameter Real a = 0.02, b = 0.2;
  parameter Real r[N] = {mod(i*0.6180339887498949, 1) for i in 1:N} "spread evenly between 0 and 1";
  parameter Real c[N] = {-65 + 15*r[i]^2 for i in 1:N}, d[N] = {8 - 6*r[i]^2 for i in 1:N};
  parameter Real I[N] = {10*mod(i*0.7548776662466927, 1) for i in 1:N};
  Real v[N](each start = -60, each fixed = true), u[N](each start = 0, each fixed = true);
equation
  for i in 1:N loop
    der(v[i]) = 0.04*v[i]*v[i] + 5*v[i] + 140 - u[i] + I[i];
    der(u[i]) = a*(b*v[i] - u[i]);
    when v[i] > 30 then
      reinit(v[i], c[i]);
      reinit(u[i], u[i] + d[i]);
    end when;
  end for;
  annotation(experiment(StopTime = 100, Tolerance = 1e-3));
end Neurons;
