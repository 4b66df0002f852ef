model flow_outputs "Flows that components compute sum up like others"
  connector Out = output Real;
  connector In = input Real;

  model Pump
    parameter Real q = 1;
    flow Out m = -q;
  end Pump;

  model Tank
    flow In m;
    Real level(start = 0, fixed = true);
  equation
    der(level) = m;
  end Tank;

  Pump a, b(q = 2);
  Tank tank;
equation
  connect(a.m, tank.m);
  connect(b.m, tank.m);
end flow_outputs;
