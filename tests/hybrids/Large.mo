// n = 9: a block of 10 unknowns that is not linear
model Large1
  Real v[10](each start = 0);
  Integer n(start = 0, fixed = true);
equation
  for i in 1:10 loop
    v[i] + 0.3*sin(sum(v)/10) + 0.1*v[i]^3 = 1.5*sin(13*time);
  end for;
  when v[1] > 1 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Large1;

// n = 9: a block of 20 unknowns that is not linear
model Large2
  Real v[20](each start = 0);
  Integer n(start = 0, fixed = true);
equation
  for i in 1:20 loop
    v[i] + 0.3*sin(sum(v)/20) + 0.1*v[i]^3 = 1.5*sin(13*time);
  end for;
  when v[1] > 1 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Large2;

// n = 9: a block of 40 unknowns that is not linear
model Large3
  Real v[40](each start = 0);
  Integer n(start = 0, fixed = true);
equation
  for i in 1:40 loop
    v[i] + 0.3*sin(sum(v)/40) + 0.1*v[i]^3 = 1.5*sin(13*time);
  end for;
  when v[1] > 1 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Large3;

// n = 1: a bump of 1e-3 of the run through a block of 12 unknowns
model Large4
  Real v[12](each start = 0);
  Integer n(start = 0, fixed = true);
equation
  for i in 1:12 loop
    v[i] + 0.3*sin(sum(v)/12) + 0.1*v[i]^3 = 2*exp(-((time - 4.321)/0.01)^2);
  end for;
  when v[3] > 1 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Large4;

// fails at 4.31474511508: an assertion about a block of 12 unknowns
model Large5
  Real v[12](each start = 0);
  Real x(start = 0, fixed = true);
equation
  for i in 1:12 loop
    v[i] + 0.3*sin(sum(v)/12) + 0.1*v[i]^3 = 2*exp(-((x - 4.321)/0.01)^2);
  end for;
  der(x) = 1;
  assert(v[3] < 1, "too large");
  annotation(experiment(StopTime = 10));
end Large5;

// n = 19: a linear block of 15 unknowns whose matrix changes with time
model Large6
  Real v[15];
  Integer n(start = 0, fixed = true);
equation
  for i in 1:15 loop
    v[i]*(2 + cos(time)) + 0.5*(2 + cos(time))*sum(v)/15 = (2 + cos(time))*sin(30*time);
  end for;
  when v[7] > 0.66 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Large6;

// n = 1: a bump of 1e-4 of the run beside a block of 24 unknowns that moves fast
model Large7
  Real v[24](each start = 0);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  for i in 1:24 loop
    v[i] + 0.3*sin(sum(v)/24) + 0.1*v[i]^3 = sin(37*time);
  end for;
  when v[1] > 0.4 then
    m = pre(m) + 1;
  end when;
  when exp(-((time - 7.0011)/0.001)^2)*(2 + v[1]) > 0.9 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Large7;

// n = 1: a bump of 2e-4 of the run in a block of 40 unknowns that are not enclosed
model Large8
  Real v[40](each start = 0);
  Integer n(start = 0, fixed = true);
equation
  for i in 1:40 loop
    v[i] + 0.3*sin(sum(v)/40) + 0.1*v[i]^3 = 0.3*sin(13*time) + 2*exp(-((time - 7.321)/0.002)^2);
  end for;
  when v[1] > 1 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Large8;

// n = 7: an unknown of a block of 36 passes a narrow range of values
model Large9
  Real v[36](each start = 0);
  Integer n(start = 0, fixed = true);
equation
  for i in 1:36 loop
    v[i] + 0.3*sin(sum(v)/36) + 0.1*v[i]^3 = sin(5*time);
  end for;
  when exp(-((v[1] - 0.5)/0.002)^2) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Large9;

// n = 1: a hat of time beside 39 unknowns, after thousands of steps in which there was nothing
model Large10
  function hat
    input Real t;
    output Real y;
  algorithm
    y := if t < 0 then max(0, 1 + t) else max(0, 1 - t);
  end hat;
  Real v[39](each start = 0);
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  for i in 1:39 loop
    v[i] + 0.3*sin(sum(v)/39) + 0.1*v[i]^3 = 0.1*sin(time);
  end for;
  der(x) = 36*cos(36*time);
  when 0.1*v[2] + 0.1*x + hat((time - 8.4001)/0.0016) > 0.6 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Large10;

// n = 1: a thin bump moves an unknown so far that its equation is another one there
model Large11
  function hat
    input Real t;
    output Real y;
  algorithm
    y := if t < 0 then max(0, 1 + t) else max(0, 1 - t);
  end hat;
  Real u;
  Real v[23](each start = 0);
  Integer n(start = 0, fixed = true);
equation
  u = 0.01*sin(time) - 0.93 + exp(-((time - 6.3112)/0.0032)^2) + 0.5*sin(u);
  for i in 1:23 loop
    v[i] + 0.3*sin(sum(v)/23) + 0.1*v[i]^3 = sin(2*time);
  end for;
  when u + 0.2*hat((v[1] - 0.3)/0.01) > 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Large11;
