// n = 39: and of two sines
model Nested1
  Integer n(start = 0, fixed = true);
equation
  when sin(30*time) > 0.5 and cos(43*time) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Nested1;

// n = 101: or of two sines
model Nested2
  Integer n(start = 0, fixed = true);
equation
  when sin(30*time) > 0.9 or cos(43*time) > 0.9 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Nested2;

// n = 29: not and nested
model Nested3
  Integer n(start = 0, fixed = true);
equation
  when sin(30*time) > 0 and not (sin(90*time) > 0 or cos(60*time) > 0.5) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 6));
end Nested3;

// n = 39: a window of a state
model Nested4
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = cos(20*time)*20;
  when x > 0.3 and x < 0.32 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 6));
end Nested4;

// m = 1600: elsewhen: the first that fires wins
model Nested5
  Integer n(start = 0, fixed = true);
  Integer m(start = 0, fixed = true);
equation
  when sin(20*time + 0.1) > 0.5 then
    n = pre(n) + 1;
    m = pre(m);
  elsewhen sin(20*time + 0.1) < -0.5 then
    n = pre(n);
    m = pre(m) + 100;
  end when;
  annotation(experiment(StopTime = 5));
end Nested5;

// n = 42: a vector of conditions
model Nested6
  Integer n(start = 0, fixed = true);
equation
  when {sin(20*time + 0.1) > 0.9, cos(33*time) > 0.9} then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Nested6;

// m = 21: a counter of three in a when of a when
model Nested7
  Integer n(start = 0, fixed = true);
  Integer m(start = 0, fixed = true);
equation
  when sin(40*time + 0.1) > 0 then
    n = mod(pre(n) + 1, 3);
  end when;
  when n == 0 then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Nested7;

// n = 250: a relay with hysteresis on its own integral: triangle of period 4 h
model Nested8
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean up(start = true, fixed = true);
equation
  der(x) = if up then 1 else -1;
  up = if pre(up) then x < 0.01 else x <= -0.01;
  when not up then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10.003));
end Nested8;

// y = 4.98323261344622: a thermostat: on-time by logarithms
model Nested9
  Real T(start = 20, fixed = true);
  Real y(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  der(T) = (if on then 30 else 10) - T;
  on = T < 21 and (pre(on) or T < 19);
  der(y) = if on then 1 else 0;
  annotation(experiment(StopTime = 10));
end Nested9;

// r = 12: a state machine of four places driven by a sine
model Nested10
  Integer s(start = 0, fixed = true);
  Integer r(start = 0, fixed = true);
equation
  when sin(25*time) > 0.3 then
    s = mod(pre(s) + 1, 4);
    r = if pre(s) == 3 then pre(r) + 1 else pre(r);
  end when;
  annotation(experiment(StopTime = 12));
end Nested10;

// y = 2.59666207602268: parity of two counters
model Nested11
  Real y(start = 0, fixed = true);
  Boolean a(start = false, fixed = true);
  Boolean b(start = false, fixed = true);
equation
  when sin(20*time) > 0.5 then
    a = not pre(a);
  end when;
  when sin(27*time) > 0.5 then
    b = not pre(b);
  end when;
  der(y) = if a <> b then 1 else 0;
  annotation(experiment(StopTime = 5));
end Nested11;

