// y = 1: a pulse of width 0.01 in time
model Pulses1
  Real y(start = 0, fixed = true);
equation
  der(y) = if time > 0.37 and time < 0.37 + 0.01 then 1/0.01 else 0;
  annotation(experiment(StopTime = 1));
end Pulses1;

// y = 1: a pulse of width 0.01 of a state
model Pulses2
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if x > 0.37 and x < 0.37 + 0.01 then 1/0.01 else 0;
  annotation(experiment(StopTime = 1));
end Pulses2;

// y = 1: a pulse without events of width 0.01
model Pulses3
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = noEvent(if x > 0.37 and x < 0.37 + 0.01 then 1/0.01 else 0);
  annotation(experiment(StopTime = 1));
end Pulses3;

// y = 1: a pulse of width 0.001 in time
model Pulses4
  Real y(start = 0, fixed = true);
equation
  der(y) = if time > 0.37 and time < 0.37 + 0.001 then 1/0.001 else 0;
  annotation(experiment(StopTime = 1));
end Pulses4;

// y = 1: a pulse of width 0.001 of a state
model Pulses5
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if x > 0.37 and x < 0.37 + 0.001 then 1/0.001 else 0;
  annotation(experiment(StopTime = 1));
end Pulses5;

// y = 1: a pulse without events of width 0.001
model Pulses6
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = noEvent(if x > 0.37 and x < 0.37 + 0.001 then 1/0.001 else 0);
  annotation(experiment(StopTime = 1));
end Pulses6;

// y = 1: a pulse of width 0.0001 in time
model Pulses7
  Real y(start = 0, fixed = true);
equation
  der(y) = if time > 0.37 and time < 0.37 + 0.0001 then 1/0.0001 else 0;
  annotation(experiment(StopTime = 1));
end Pulses7;

// y = 1: a pulse of width 0.0001 of a state
model Pulses8
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if x > 0.37 and x < 0.37 + 0.0001 then 1/0.0001 else 0;
  annotation(experiment(StopTime = 1));
end Pulses8;

// y = 1: a pulse without events of width 0.0001
model Pulses9
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = noEvent(if x > 0.37 and x < 0.37 + 0.0001 then 1/0.0001 else 0);
  annotation(experiment(StopTime = 1));
end Pulses9;

// y = 1: a pulse of width 0.001 in time
model Pulses10
  Real y(start = 0, fixed = true);
equation
  der(y) = if time > 0.37 and time < 0.37 + 0.001 then 1/0.001 else 0;
  annotation(experiment(StopTime = 10));
end Pulses10;

// y = 1: a pulse of width 0.001 of a state
model Pulses11
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if x > 0.37 and x < 0.37 + 0.001 then 1/0.001 else 0;
  annotation(experiment(StopTime = 10));
end Pulses11;

// y = 1: a pulse without events of width 0.001
model Pulses12
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = noEvent(if x > 0.37 and x < 0.37 + 0.001 then 1/0.001 else 0);
  annotation(experiment(StopTime = 10));
end Pulses12;

// y = 0.1: a train of pulses by mod: 100 of 1 ms
model Pulses13
  Real y(start = 0, fixed = true);
equation
  der(y) = if mod(time, 0.1) > 0.05 and mod(time, 0.1) < 0.051 then 1 else 0;
  annotation(experiment(StopTime = 10));
end Pulses13;

// y = 0.1: a train of pulses without events
model Pulses14
  Real y(start = 0, fixed = true);
equation
  der(y) = noEvent(if mod(time, 0.1) > 0.05 and mod(time, 0.1) < 0.06 then 1 else 0);
  annotation(experiment(StopTime = 1));
end Pulses14;

// y = 1.77245385090552: a smooth bump of time in a right side: area sqrt(pi) w
model Pulses15
  Real y(start = 0, fixed = true);
equation
  der(y) = exp(-((time - 4.3)/0.002)^2)/0.002;
  annotation(experiment(StopTime = 10));
end Pulses15;

// y = 1.77245385090552: a smooth bump of a state in a right side
model Pulses16
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = exp(-((x - 4.3)/0.002)^2)/0.002;
  annotation(experiment(StopTime = 10));
end Pulses16;

// n = 3: a pulse that a state makes at its peak: sin(t) > 0.999
model Pulses17
  Real x(start = 0, fixed = true);
  Real v(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  when x > 0.999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 20));
end Pulses17;

// y = 0.0212133802162629: a pulse on a pulse
model Pulses18
  Real y(start = 0, fixed = true);
equation
  der(y) = if sin(10*time) > 0.9999 then (if sin(1000*time) > 0 then 1 else 2) else 0;
  annotation(experiment(StopTime = 3));
end Pulses18;

// y = 1: delta by reinit at a narrow pulse
model Pulses19
  Real y(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 0;
  when x > 0.5 and x < 0.5001 then
    reinit(y, pre(y) + 1);
  end when;
  annotation(experiment(StopTime = 1));
end Pulses19;
