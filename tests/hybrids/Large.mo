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

