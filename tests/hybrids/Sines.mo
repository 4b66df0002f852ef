// n = 79: rises of a sine of time
model Sines1
  Integer n(start = 0, fixed = true);
equation
  when sin(50*time + 0.3) > 0.0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Sines1;

// n = 80: rises of a sine of time
model Sines2
  Integer n(start = 0, fixed = true);
equation
  when sin(50*time + 0.3) > 0.99 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Sines2;

// n = 159: rises of a sine of time
model Sines3
  Integer n(start = 0, fixed = true);
equation
  when sin(200*time + 1.0) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Sines3;

// n = 159: rises of a sine of time
model Sines4
  Integer n(start = 0, fixed = true);
equation
  when sin(1000*time + 0.1) > 0.9 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Sines4;

// n = 45: rises of a sine of time
model Sines5
  Integer n(start = 0, fixed = true);
equation
  when sin(7*time + 0.2) > 0.9999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 40));
end Sines5;

// n = 31: rises of a sine of a state that grows evenly
model Sines6
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when sin(20*x + 0.5) > 0.0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Sines6;

// n = 80: rises of a sine of a state that grows evenly
model Sines7
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when sin(100*x + 0.3) > 0.95 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Sines7;

// n = 143: rises of a sine of a state that grows evenly
model Sines8
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when sin(300*x + 0.2) > -0.99 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end Sines8;

// n = 20: rises of an oscillator's state: x = sin(w t)
model Sines9
  Real x(start = 0, fixed = true);
  Real v(start = 30, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -900*x;
  when x > 0.2 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Sines9;

// n = 48: rises of an oscillator's state: x = sin(w t)
model Sines10
  Real x(start = 0, fixed = true);
  Real v(start = 60, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -3600*x;
  when x > 0.97 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Sines10;

// n = 38: rises of an oscillator's state: x = sin(w t)
model Sines11
  Real x(start = 0, fixed = true);
  Real v(start = 120, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -14400*x;
  when x > -0.9 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end Sines11;

// n = 64: rises of a chirp sin(t^2)
model Sines12
  Integer n(start = 0, fixed = true);
equation
  when sin(time^2 + 0.1) > 0.3 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 20));
end Sines12;

// n = 36: rises of a chirp of a state
model Sines13
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when cos(x^2 + 1) > 0.7 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 15));
end Sines13;

// n = 30: rises of a sum of sines
model Sines14
  Integer n(start = 0, fixed = true);
equation
  when sin(3*time) + sin(41*time) + 0.5*sin(97*time) > 1.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Sines14;

// n = 12: rises of a slow sine with a fast ripple
model Sines15
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = cos(time);
  when x + 0.05*sin(150*time + 0.4) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 12));
end Sines15;

// n = 127: edges of a sine, both ways
model Sines16
  Integer n(start = 0, fixed = true);
  Boolean b = sin(80*time + 0.7) > 0.6;
equation
  when change(b) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Sines16;

// n = 42: falls of a sine
model Sines17
  Integer n(start = 0, fixed = true);
equation
  when sin(33*time + 0.1) < -0.8 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 8));
end Sines17;

// y = 3.12568469032184: time that a sine is above a level
model Sines18
  Real y(start = 0, fixed = true);
equation
  der(y) = if sin(1000*time + 0.2) > 0 then 1 else 0;
  annotation(experiment(StopTime = 6.25));
end Sines18;

// y = 1.66910279025583: time that a sine is above a level
model Sines19
  Real y(start = 0, fixed = true);
equation
  der(y) = if sin(400*time + 0.2) > 0.5 then 1 else 0;
  annotation(experiment(StopTime = 5));
end Sines19;

// y = 0.143727210692409: time that a sine is above a level
model Sines20
  Real y(start = 0, fixed = true);
equation
  der(y) = if sin(3000*time + 0.2) > 0.9 then 1 else 0;
  annotation(experiment(StopTime = 1));
end Sines20;

// y = -4.2632564145606e-14: square wave of 5 Hz
model Sines21
  Real y(start = 0, fixed = true);
equation
  der(y) = if sin(2*3.141592653589793*5*time + 0.3) >= 0 then 1 else -1;
  annotation(experiment(StopTime = 20));
end Sines21;

// n = 80: a hysteresis of -0.5 and 0.5 under 8 Hz switches on in each period
model Sines22
  Integer n(start = 0, fixed = true);
  Boolean h(start = false, fixed = true);
equation
  h = sin(2*3.141592653589793*8*time) > 0.5 or pre(h) and sin(2*3.141592653589793*8*time) >= -0.5;
  when h then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Sines22;

// y = 3.03841294776325: time that a state is above another
model Sines23
  Real x(start = 0, fixed = true);
  Real v(start = 25, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -625*x;
  der(y) = if x > 0.3*cos(2*time) then 1 else 0;
  annotation(experiment(StopTime = 6));
end Sines23;

