// h = 0.117950059642148: a ball: height after five bounces
model Impacts1
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.8*pre(v));
  end when;
  annotation(experiment(StopTime = 2.5));
end Impacts1;

// n = 40: an elastic ball keeps its height: 40 bounces
model Impacts2
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -pre(v));
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 36));
end Impacts2;

// n = 500: light between two mirrors 1 mm apart
model Impacts3
  Real x(start = 0, fixed = true);
  Real v(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 0;
  when x > 0.001 or x < -0.001 then
    reinit(v, -pre(v));
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.0004999999999999));
end Impacts3;

// x = 0.154251449887584: an oscillator that a wall turns back
model Impacts4
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -100*x;
  when x < 0 then
    reinit(v, -pre(v));
  end when;
  annotation(experiment(StopTime = 3));
end Impacts4;

// n = 144: integrate and fire: spikes
model Impacts5
  Real v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(v) = 2 - v;
  when v > 1 then
    reinit(v, 0);
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 100));
end Impacts5;

// n = 48: fire by a fast driven threshold
model Impacts6
  Real v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(v) = 1;
  when v > 0.02 + 0.005*sin(300*time) then
    reinit(v, 0);
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Impacts6;

// n = 13: a tank with a pump: volume in [1, 2]
model Impacts7
  Real V(start = 1.5, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean pump(start = false, fixed = true);
equation
  der(V) = (if pump then 3 else 0) - 1;
  pump = V < 1 or pre(pump) and V < 2;
  when pump then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 19.699999999999999));
end Impacts7;

// n = 79: a pendulum's turns by mod of its angle
model Impacts8
  Real a(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(a) = 50 + 10*cos(time);
  when cos(a) < 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Impacts8;

// b = 4: two balls meet: momentum is kept
model Impacts9
  Real a(start = 0, fixed = true);
  Real va(start = 2, fixed = true);
  Real b(start = 1, fixed = true);
  Real vb(start = 0, fixed = true);
equation
  der(a) = va;
  der(b) = vb;
  der(va) = 0;
  der(vb) = 0;
  when a > b then
    reinit(va, pre(vb));
    reinit(vb, pre(va));
  end when;
  annotation(experiment(StopTime = 2));
end Impacts9;

// z = 10: a chain of resets, each by the one before
model Impacts10
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
  Real z(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 0;
  der(z) = 0;
  when sin(100*x) > 0.5 then
    reinit(y, y + 1);
  end when;
  when y > 2.5 then
    reinit(z, z + 10);
  end when;
  annotation(experiment(StopTime = 1));
end Impacts10;

