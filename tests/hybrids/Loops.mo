// n = 32: a nonlinear loop: y + y^3 = sin(w t)
model Loops1
  Real y;
  Integer n(start = 0, fixed = true);
equation
  y + y^3 = sin(50*time);
  when y > 0.6 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Loops1;

// n = 26: a nonlinear loop with a state
model Loops2
  Real x(start = 0, fixed = true);
  Real y;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  y + 0.5*sin(y) = 2*sin(40*x);
  when y > 1.2 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Loops2;

// n = 16: a linear loop of two
model Loops3
  Real a;
  Real b;
  Integer n(start = 0, fixed = true);
equation
  2*a + b = sin(60*time);
  a - 3*b = cos(25*time);
  when a > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Loops3;

// n = 19: a linear loop with changing coefficients
model Loops4
  Real a;
  Real b;
  Integer n(start = 0, fixed = true);
equation
  (2 + sin(time))*a + b = sin(60*time);
  a - 3*b = cos(25*time);
  when b > 0.3 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Loops4;

// n = 0: a loop of three with exp
model Loops5
  Real a;
  Real b;
  Real c;
  Integer n(start = 0, fixed = true);
equation
  a = b + c;
  exp(b) - 1 = c;
  a = sin(30*time) + 1.5;
  when b > 1 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Loops5;

// y = 1.5707963267949: a diode in a mixed loop: conducting time
model Loops6
  Real y(start = 0, fixed = true);
  Real i;
  Real u;
  Boolean off = u < 0;
equation
  u = sin(80*time) - 0.5*i;
  i = if off then 0 else u;
  der(y) = if off then 0 else 1;
  annotation(experiment(StopTime = 3.1415926535897931));
end Loops6;

// q = 0.666666666666667: charge through that diode
model Loops7
  Real q(start = 0, fixed = true);
  Real i;
  Real u;
  Boolean off = u < 0;
equation
  u = sin(80*time) - 0.5*i;
  i = if off then 0 else u;
  der(q) = i;
  annotation(experiment(StopTime = 3.1415926535897931));
end Loops7;

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

// q = 2: a rectifier bridge: mean of |sin|
model Loops9
  Real q(start = 0, fixed = true);
  Real i;
  Real s;
  Boolean neg = s < 0;
equation
  s = sin(50*time);
  i = if neg then -s else s;
  der(q) = i;
  annotation(experiment(StopTime = 3.1415926535897931));
end Loops9;

// a = 0.5: a clutch of two masses: stuck after they meet
model Loops10
  Real a(start = 1, fixed = true);
  Real b(start = 0, fixed = true);
  Boolean slip(start = true, fixed = true);
equation
  der(a) = if slip then -1 else 0;
  der(b) = if slip then 1 else 0;
  slip = pre(slip) and a > b;
  annotation(experiment(StopTime = 2));
end Loops10;

// v = 0: coulomb friction under a sine: stick and slip by pieces
model Loops11
  Real v(start = 1, fixed = true);
equation
  der(v) = if v > 0 then -10 else 0;
  annotation(experiment(StopTime = 1));
end Loops11;

// y = 1.0471975511966: a saturating loop gain
model Loops12
  Real y(start = 0, fixed = true);
  Real u;
equation
  u = sin(60*time) - 0.5*(if u > 1/3 then 1/3 else u);
  der(y) = if u > 1/3 then 1 else 0;
  annotation(experiment(StopTime = 3.1415926535897931));
end Loops12;

// w = 0.12499999875: friction with a peak: when the mass begins to slip no mode has a solution before pre has changed
model Loops13
  Real w(start = 0, fixed = true);
  Real sa, a, tau;
  Boolean startForward(start = false, fixed = true), locked, stuck(start = true, fixed = true);
equation
  startForward = pre(stuck) and (sa > 1.0001 or pre(startForward) and sa > 1);
  locked = pre(stuck) and not startForward;
  a = if locked then 0 else sa - 1;
  tau = if locked then sa else 1;
  2*a = 2*time - tau;
  der(w) = a;
  stuck = locked or w <= 0;
  annotation(experiment(StopTime = 1));
end Loops13;

// n = 2: the limit that a relation compares with moves when it is passed: no value of the relation agrees with its own event
model Loops14
  parameter Real limit[3] = {1, 2, 3};
  Real x(start = 0, fixed = true);
  Integer i(start = 1, fixed = true), n(start = 0, fixed = true);
equation
  when x > limit[i] - 0.5 then
    i = pre(i) + 1;
    n = pre(n) + 1;
  end when;
  der(x) = limit[i]*(1 + 0.1*sin(10*time));
  annotation(experiment(StopTime = 1));
end Loops14;

// i = 3: and the equations of one when are carried out together
model Loops15
  parameter Real limit[3] = {1, 2, 3};
  Real x(start = 0, fixed = true);
  Integer i(start = 1, fixed = true), n(start = 0, fixed = true);
equation
  when x > limit[i] - 0.5 then
    i = pre(i) + 1;
    n = pre(n) + 1;
  end when;
  der(x) = limit[i]*(1 + 0.1*sin(10*time));
  annotation(experiment(StopTime = 1));
end Loops15;

// y = 1: a pulse without events inside of linear equations that a derivative depends on
model Loops16
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
  Real a, b;
equation
  der(x) = 1;
  a + b = 1;
  a - b = 2*noEvent(if x > 0.5 and x < 0.501 then 1 else 0) - 1;
  der(y) = 1000*a;
  annotation(experiment(StopTime = 1));
end Loops16;

// y = 1: the same of equations that are not linear
model Loops17
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
  Real a;
equation
  der(x) = 1;
  a + 0.1*a^3 = 1.1*noEvent(if abs(x - 0.5) < 0.001 then 1 else 0);
  der(y) = 500*a;
  annotation(experiment(StopTime = 1));
end Loops17;

// y = 1: a smooth bump there
model Loops18
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
  Real a;
equation
  der(x) = 1;
  a + 1e-12*exp(a) = exp(-((x - 0.5)/1e-3)^2);
  der(y) = 1000/sqrt(3.14159265358979)*a;
  annotation(experiment(StopTime = 1));
end Loops18;

// n = 64: narrow features of a block right after events of another crossing
model Loops19
  function hat
    input Real x, at, w;
    output Real y;
  algorithm
    y := if abs(x - at) < w then 1 - abs(x - at)/w else 0;
  end hat;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  Real b[24];
equation
  for j in 1:24 loop
    b[j] + 0.3*sin(sum(b)/24) + 0.1*b[j]^3 = sin(20*time);
  end for;
  when sin(20*time) > 0.3 then
    m = pre(m) + 1;
  end when;
  when hat(b[1], 0.2312, 4e-4) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Loops19;

// n = 64: features of a block that are 1e-8 of the run
model Loops20
  function hat
    input Real x, at, w;
    output Real y;
  algorithm
    y := if abs(x - at) < w then 1 - abs(x - at)/w else 0;
  end hat;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  Real b[24];
equation
  for j in 1:24 loop
    b[j] + 0.3*sin(sum(b)/24) + 0.1*b[j]^3 = sin(20*time);
  end for;
  when sin(20*time) > 0.3 then
    m = pre(m) + 1;
  end when;
  when hat(b[1], 0.3, 1e-6) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Loops20;
