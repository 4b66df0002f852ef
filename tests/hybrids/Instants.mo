// s = 0.841470984807897: samples of a sine: last value
model Instants1
  Real s(start = 0, fixed = true);
equation
  when sample(0, 0.001) then
    s = sin(time);
  end when;
  annotation(experiment(StopTime = 1.0004999999999999));
end Instants1;

// s = 19.25: sum of samples
model Instants2
  Real s(start = 0, fixed = true);
equation
  when sample(0.5, 0.25) then
    s = pre(s) + time;
  end when;
  annotation(experiment(StopTime = 3.1000000000000001));
end Instants2;

// n = 40: a crossing between samples counts what the sample left
model Instants3
  Integer n(start = 0, fixed = true);
  Real s(start = 0, fixed = true);
equation
  when sample(0, 0.1) then
    s = 0.5*sin(time);
  end when;
  when sin(50*time) > s then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Instants3;

// y = 1.25663706143592: a delay shifts crossings
model Instants4
  Real y(start = 0, fixed = true);
equation
  der(y) = if delay(sin(20*time), 0.3) > 0.5 then 1 else 0;
  annotation(experiment(StopTime = 4));
end Instants4;

// y = 0.911: many instants from a parameter array
model Instants5
  Real y(start = 0, fixed = true);
  parameter Real t[5] = {0.1, 0.2, 0.2001, 0.7, 0.70001};
equation
  der(y) = (if time > t[1] then 1 else 0) + (if time > t[2] then 10 else 0) + (if time > t[3] then -10 else 0) + (if time > t[4] then 1000 else 0) + (if time > t[5] then -1000 else 0);
  annotation(experiment(StopTime = 1));
end Instants5;

// n = 37: a next instant that each event sets
model Instants6
  discrete Real next(start = 0.1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when time >= pre(next) then
    next = pre(next) + 0.1/(pre(n) + 1);
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.52000000000000002));
end Instants6;

// y = 1.94764012244017: a time-out that crossings restart
model Instants7
  Real y(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
equation
  when sin(10*time) > 0.5 then
    last = time;
  end when;
  der(y) = if time > last + 0.2 then 1 else 0;
  annotation(experiment(StopTime = 3));
end Instants7;
