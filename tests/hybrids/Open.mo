// fails at 0.00914142763481582: an assertion through a loop
model Ends8
  Real x(start = 0, fixed = true);
  Real y;
equation
  der(x) = 1;
  y + y^3 = 2*sin(150*x);
  assert(y < 0.99, "limit");
  annotation(experiment(StopTime = 1));
end Ends8;

// y = 1.25663706143592: a delay shifts crossings
model Instants4
  Real y(start = 0, fixed = true);
equation
  der(y) = if delay(sin(20*time), 0.3) > 0.5 then 1 else 0;
  annotation(experiment(StopTime = 4));
end Instants4;

// q = 1: an ideal diode in parametric form
model Loops8
  Real q(start = 0, fixed = true);
  Real s;
  Real i;
  Real u;
  Boolean off = s < 0;
equation
  u = if off then s else 0;
  i = if off then 0 else s;
  sin(100*time) = u + 2*i;
  der(q) = i;
  annotation(experiment(StopTime = 6.2831853071795862));
end Loops8;

// y = 2: abs turns
model Pieces1
  Real y(start = 0, fixed = true);
equation
  der(y) = abs(sin(100*time));
  annotation(experiment(StopTime = 3.1415926535897931));
end Pieces1;

// y = 1.41421356237309: max of two sines
model Pieces2
  Real y(start = 0, fixed = true);
equation
  der(y) = max(sin(40*time), cos(40*time));
  annotation(experiment(StopTime = 3.1415926535897931));
end Pieces2;

// y = -0.684853256372275: min with a constant
model Pieces3
  Real y(start = 0, fixed = true);
equation
  der(y) = min(sin(100*time), 0.5);
  annotation(experiment(StopTime = 6.2831853071795862));
end Pieces3;

// y = 0.0154371346325526: sign
model Pieces4
  Real y(start = 0, fixed = true);
equation
  der(y) = sign(sin(90*time + 0.5));
  annotation(experiment(StopTime = 5));
end Pieces4;

// y = 0.726963175419248: saturation of an integrator's input
model Pieces13
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = cos(30*time)*30;
  der(y) = if x > 0.5 then 0.5 elseif x < -0.2 then -0.2 else x;
  annotation(experiment(StopTime = 6.2831853071795862));
end Pieces13;

// n = 1: a polynomial with two near roots
model Products7
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when (x - 5.0001)*(x - 5.0003) < 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Products7;

// y = 1: a pulse without events of width 0.01
model Pulses3
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = noEvent(if x > 0.37 and x < 0.37 + 0.01 then 1/0.01 else 0);
  annotation(experiment(StopTime = 1));
end Pulses3;

// y = 1: a pulse without events of width 0.001
model Pulses6
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = noEvent(if x > 0.37 and x < 0.37 + 0.001 then 1/0.001 else 0);
  annotation(experiment(StopTime = 1));
end Pulses6;

// y = 1: a pulse without events of width 0.0001
model Pulses9
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = noEvent(if x > 0.37 and x < 0.37 + 0.0001 then 1/0.0001 else 0);
  annotation(experiment(StopTime = 1));
end Pulses9;

// y = 1: a pulse without events of width 0.001
model Pulses12
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = noEvent(if x > 0.37 and x < 0.37 + 0.001 then 1/0.001 else 0);
  annotation(experiment(StopTime = 10));
end Pulses12;

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

