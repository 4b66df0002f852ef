// n = 40: an array of crossings in a for loop
model Chains1
  Integer k[4](each start = 0, each fixed = true);
  Integer n = sum(k);
equation
  for i in 1:4 loop
    when sin(2*3.14159265358979*i*time) > 0.999 then
      k[i] = pre(k[i]) + 1;
    end when;
  end for;
  annotation(experiment(StopTime = 4));
end Chains1;

// n = 7: events that follow each other at one instant
model Chains2
  discrete Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    a = 1;
  end when;
  when a > 0 then
    b = pre(b) + 2;
  end when;
  when change(b) then
    n = b + 5;
  end when;
  annotation(experiment(StopTime = 1));
end Chains2;

// n = 110: elsewhen: the first that holds counts
model Chains3
  Integer n(start = 0, fixed = true);
equation
  when time >= 0.5 then
    n = pre(n) + 10;
  elsewhen 2*time >= 1 then
    n = pre(n) + 1;
  elsewhen time >= 0.75 then
    n = pre(n) + 100;
  end when;
  annotation(experiment(StopTime = 1));
end Chains3;

// y = 0.3: a duty cycle of 30 %, by sample and a state
model Chains4
  Real s(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(s) = 1;
  when sample(0, 0.01) then
    reinit(s, 0);
  end when;
  der(y) = if s < 0.003 then 1 else 0;
  annotation(experiment(StopTime = 1));
end Chains4;

// n = 100: sample beside a crossing at the same instants
model Chains5
  Integer n(start = 0, fixed = true);
  Boolean b(start = false, fixed = true);
equation
  when sample(0.05, 0.1) then
    b = not pre(b);
  end when;
  when sin(10*3.14159265358979*time) > 0.9999999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 20));
end Chains5;

// v = 0: edge and change of a condition of a state
model Chains6
  Real x(start = 0, fixed = true);
  Boolean c = sin(10*x) > 0.5;
  Integer e(start = 0, fixed = true), k(start = 0, fixed = true);
  Integer v = k - 2*e;
equation
  der(x) = 1;
  when edge(c) then
    e = pre(e) + 1;
  end when;
  when change(c) then
    k = pre(k) + 1;
  end when;
  annotation(experiment(StopTime = 2*3.14159265358979));
end Chains6;

// y = 0.25: a bounce whose speed is halved each time
model Chains7
  Real y(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(y) = v;
  der(v) = -2;
  when y < 0 and v < 0 then
    reinit(v, -0.5*pre(v));
  end when;
  annotation(experiment(StopTime = 1.5));
end Chains7;

// n = 80: a sine of 8 Hz through a hysteresis
model Chains8
  Modelica.Blocks.Logical.Hysteresis h(uLow = -0.5, uHigh = 0.5);
  Integer n(start = 0, fixed = true);
equation
  h.u = sin(16*3.14159265358979*time);
  when h.y then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Chains8;

// n = 11: two conditions that cancel each other at one instant
model Chains9
  Integer n(start = 0, fixed = true);
  Boolean a = sin(2*3.14159265358979*time) > 0;
  Boolean b = sin(2*3.14159265358979*time) <= 0;
equation
  when a and not b then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10.5));
end Chains9;

