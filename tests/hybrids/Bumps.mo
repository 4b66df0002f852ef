// n = 1: a bump of time of width 0.01
model Bumps1
  Integer n(start = 0, fixed = true);
equation
  when exp(-((time - 0.6180)/0.01)^2) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Bumps1;

// n = 1: the same of a state
model Bumps2
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when exp(-((x - 0.6180)/0.01)^2) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Bumps2;

// y = 1.6651092223154: its width
model Bumps3
  Real y(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if exp(-((x - 0.6180)/0.01)^2) > 0.5 then 1/0.01 else 0;
  annotation(experiment(StopTime = 1));
end Bumps3;

// n = 1: a bump of time of width 0.001
model Bumps4
  Integer n(start = 0, fixed = true);
equation
  when exp(-((time - 0.6180)/0.001)^2) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Bumps4;

// n = 1: the same of a state
model Bumps5
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when exp(-((x - 0.6180)/0.001)^2) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Bumps5;

// y = 1.6651092223154: its width
model Bumps6
  Real y(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if exp(-((x - 0.6180)/0.001)^2) > 0.5 then 1/0.001 else 0;
  annotation(experiment(StopTime = 1));
end Bumps6;

// n = 1: a bump of time of width 0.0003
model Bumps7
  Integer n(start = 0, fixed = true);
equation
  when exp(-((time - 0.6180)/0.0003)^2) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end Bumps7;

// n = 1: the same of a state
model Bumps8
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when exp(-((x - 0.6180)/0.0003)^2) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end Bumps8;

// y = 1.6651092223154: its width
model Bumps9
  Real y(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if exp(-((x - 0.6180)/0.0003)^2) > 0.5 then 1/0.0003 else 0;
  annotation(experiment(StopTime = 3));
end Bumps9;

// y = 0.006: a Lorentz line above a level
model Bumps10
  Real y(start = 0, fixed = true);
equation
  der(y) = if 1/(1 + ((time - 2)/1e-3)^2) > 0.1 then 1 else 0;
  annotation(experiment(StopTime = 10));
end Bumps10;

// n = 50: a comb of bumps: cos(40 x)^64
model Bumps11
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when cos(40*x)^64 > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Bumps11;

// n = 45: exp of a sine
model Bumps12
  Integer n(start = 0, fixed = true);
equation
  when exp(5*sin(70*time + 0.3)) > 100 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Bumps12;

// n = 43: tanh of a fast sine
model Bumps13
  Integer n(start = 0, fixed = true);
equation
  when tanh(10*sin(90*time + 0.3)) > 0.9999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end Bumps13;

// n = 51: log of a sum
model Bumps14
  Integer n(start = 0, fixed = true);
equation
  when log(1.01 + sin(64*time + 0.3)) < -2 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Bumps14;

// n = 24: atan2 of two sines: each turn
model Bumps15
  Integer n(start = 0, fixed = true);
equation
  when atan2(sin(25*time), cos(25*time)) > 3 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 6));
end Bumps15;

// n = 11: sqrt of a sum of squares
model Bumps16
  Integer n(start = 0, fixed = true);
equation
  when sqrt(sin(31*time)^2 + cos(17*time)^2) > 1.4 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 8));
end Bumps16;

// n = 100: a rising exponential passes 100 levels
model Bumps17
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = x;
  when sin(2*3.141592653589793*log(x)*20 + 0.5) > 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Bumps17;

