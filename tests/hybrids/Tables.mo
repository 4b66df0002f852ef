// y = 0.5: the integral of a triangle of 1e-3 of the run, in a table of a state
model Tables1
  Modelica.Blocks.Tables.CombiTable1Ds t(table = [0, 0; 0.5, 0; 0.5005, 1000; 0.501, 0; 1, 0]);
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  t.u = x;
  der(y) = t.y[1];
  annotation(experiment(StopTime = 1));
end Tables1;

// n = 1: a crossing at its tip
model Tables2
  Modelica.Blocks.Tables.CombiTable1Ds t(table = [0, 0; 0.5, 0; 0.5005, 1000; 0.501, 0; 1, 0]);
  Integer n(start = 0, fixed = true);
equation
  t.u = time;
  when t.y[1] > 999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Tables2;

// n = 2: the same, passed forth and back by a sine
model Tables3
  Modelica.Blocks.Tables.CombiTable1Ds t(table = [0, 0; 0.5, 0; 0.5005, 1000; 0.501, 0; 1, 0]);
  Integer n(start = 0, fixed = true);
equation
  t.u = sin(time);
  when t.y[1] > 999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end Tables3;

// n = 15: an Akima spline that repeats
model Tables4
  Modelica.Blocks.Tables.CombiTable1Dv t(
    table = [0, 0; 1, 1; 2, 0; 3, 1; 4, 0],
    smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative,
    extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
  Integer n(start = 0, fixed = true);
equation
  t.u[1] = 3*time;
  when t.y[1] > 0.999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Tables4;

// y = 0.25: constant segments of a state, without events
model Tables5
  Modelica.Blocks.Tables.CombiTable1Ds t(
    table = [0, 0; 0.3, 25; 0.31, 0; 1, 0],
    smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments);
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  t.u = x;
  der(y) = t.y[1];
  annotation(experiment(StopTime = 1));
end Tables5;

// y = 1.5: a monotone spline from flat to flat
model Tables6
  Modelica.Blocks.Tables.CombiTable1Ds t(
    table = [0, 0; 1, 0; 2, 1; 3, 1],
    smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1);
  Real y(start = 0, fixed = true);
equation
  t.u = time;
  der(y) = t.y[1];
  annotation(experiment(StopTime = 3));
end Tables6;

// n = 3: a pyramid over two variables
model Tables7
  Modelica.Blocks.Tables.CombiTable2Ds t(table = [0, 0, 1, 2; 0, 0, 0, 0; 1, 0, 1, 0; 2, 0, 0, 0]);
  Integer n(start = 0, fixed = true);
equation
  t.u1 = 1 + sin(3*time);
  t.u2 = 1 + 0.5*sin(7*time);
  when t.y > 0.95 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Tables7;

// y = 2.468048418: its integral, with kinks
model Tables8
  Modelica.Blocks.Tables.CombiTable2Ds t(table = [0, 0, 1, 2; 0, 0, 0, 0; 1, 0, 1, 0; 2, 0, 0, 0]);
  Real y(start = 0, fixed = true);
equation
  t.u1 = 1 + sin(3*time);
  t.u2 = 1 + 0.5*sin(7*time);
  der(y) = t.y;
  annotation(experiment(StopTime = 10));
end Tables8;

// y = 5.025: a spike in a table of time that repeats
model Tables9
  Modelica.Blocks.Sources.CombiTimeTable t(
    table = [0, 0; 1, 1; 1.001, 5; 1.002, 1; 2, 0],
    extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
  Real y(start = 0, fixed = true);
equation
  der(y) = t.y[1];
  annotation(experiment(StopTime = 10));
end Tables9;

// n = 5: its crossings
model Tables10
  Modelica.Blocks.Sources.CombiTimeTable t(
    table = [0, 0; 1, 1; 1.001, 5; 1.002, 1; 2, 0],
    extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
  Integer n(start = 0, fixed = true);
equation
  when t.y[1] > 4.99 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Tables10;

// fails at 0.5004995: an assertion about a table of a state
model Tables11
  Modelica.Blocks.Tables.CombiTable1Ds t(table = [0, 0; 0.5, 0; 0.5005, 1000; 0.501, 0; 1, 0]);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  t.u = x;
  assert(t.y[1] < 999, "too large");
  annotation(experiment(StopTime = 1));
end Tables11;

// n = 15: a crossing of the product of a table and a sine
model Tables12
  Modelica.Blocks.Tables.CombiTable1Ds t(table = [0, 1; 2, 0.5; 5, 1; 10, 0]);
  Integer n(start = 0, fixed = true);
equation
  t.u = time;
  when t.y[1]*sin(20*time) > 0.7 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Tables12;


// y = 1: a narrow peak along one axis of a table of two, where the other keeps still
model Tables13
  Modelica.Blocks.Tables.CombiTable2Ds t(table = [0, 0, 1; 0, 0, 0; 0.5, 0, 0; 0.5005, 2000, 2000; 0.501, 0, 0; 2, 0, 0]);
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  t.u1 = x;
  t.u2 = 0.3;
  der(y) = t.y;
  annotation(experiment(StopTime = 1));
end Tables13;

// y = 1: constant segments that go on as lines outside of the table
model Tables14
  Modelica.Blocks.Tables.CombiTable2Ds t(smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments,
    table = [0, 0, 0.5, 0.501, 2; 0, 0, 1000, 0, 0; 1, 0, 0, 0, 0]);
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  t.u1 = 0.3;
  t.u2 = x;
  der(y) = t.y;
  annotation(experiment(StopTime = 1));
end Tables14;
