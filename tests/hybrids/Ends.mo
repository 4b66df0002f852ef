// y = 0.014218141611518: terminate at the first time that a fast sine passes 0.999
model Ends1
  Real y(start = 0, fixed = true);
equation
  der(y) = 1;
  when sin(37*time + 1) > 0.999 then
    terminate("there");
  end when;
  annotation(experiment(StopTime = 10));
end Ends1;

// y = 7.3: terminate by a narrow window of a state
model Ends2
  Real y(start = 0, fixed = true);
equation
  der(y) = 1;
  when y > 7.3 and y < 7.3001 then
    terminate("there");
  end when;
  annotation(experiment(StopTime = 10));
end Ends2;

// fails at 0.00763035619813082: a violated assertion about a fast sine of a state
model Ends3
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(sin(200*x) < 0.999, "limit");
  annotation(experiment(StopTime = 1));
end Ends3;

// fails at 0.00763035619813082: a violated assertion about time
model Ends4
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(sin(200*time) < 0.999, "limit");
  annotation(experiment(StopTime = 1));
end Ends4;

// fails at 1.13528885009319: a violated assertion of two parts
model Ends5
  Real x(start = 0, fixed = true);
  Real v(start = 40, fixed = true);
equation
  der(x) = v;
  der(v) = -1600*x;
  assert(x < 0.99 or time < 1, "limit");
  annotation(experiment(StopTime = 3));
end Ends5;

// fails at 1.05301531536991: an assertion in a when
model Ends6
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when sin(90*x) > 0.5 then
    assert(x < 1, "late");
  end when;
  annotation(experiment(StopTime = 3));
end Ends6;

// fails at 0.776167445388842: an assertion about a bump of width 1e-3
model Ends7
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(exp(-((x - 0.777)/1e-3)^2) < 0.5, "limit");
  annotation(experiment(StopTime = 1));
end Ends7;

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
