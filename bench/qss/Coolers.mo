model Coolers "Rooms with air conditioners, each with a thermostat of its own"
  parameter Integer N = 100;
  parameter Real outside = 32, set = 20;
  parameter Real C[N] = {550 + 100*mod(i*0.6180339887498949, 1) for i in 1:N};
  parameter Real R[N] = {1.8 + 0.4*mod(i*0.7548776662466927, 1) for i in 1:N};
  parameter Real P[N] = {13 + 2*mod(i*0.5698402909980532, 1) for i in 1:N};
  Real T[N](start = {18 + 4*mod(i*0.8191725133961645, 1) for i in 1:N}, each fixed = true), power;
  Boolean on[N](each start = false, each fixed = true);
equation
  for i in 1:N loop
    der(T[i]) = (outside - T[i])/(R[i]*C[i]) - (if on[i] then P[i]/C[i] else 0);
    when T[i] > set + 0.5 then
      on[i] = true;
    elsewhen T[i] < set - 0.5 then
      on[i] = false;
    end when;
  end for;
  power = sum(if on[i] then P[i] else 0 for i in 1:N);
  annotation(experiment(StopTime = 1000, Tolerance = 1e-3));
end Coolers;
