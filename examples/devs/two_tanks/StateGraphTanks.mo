model StateGraphTanks "Two tanks with the controller as a StateGraph; start is pressed every second. Needs the Modelica Standard Library and TwoTanks.mo"
  parameter Real limit(unit = "m") = 0.98 "Level at which the first tank is full";
  parameter Real rest(unit = "m") = 0.001 "Level below which a tank is empty";
  parameter Real waitTime(unit = "s") = 3 "Time to wait with a full tank";
  inner Modelica.StateGraph.StateGraphRoot stateGraphRoot;
  Modelica.StateGraph.InitialStep idle(nOut = 1, nIn = 1);
  Modelica.StateGraph.Step fill1(nOut = 1, nIn = 1), wait1(nOut = 1, nIn = 1), fill2(nOut = 1, nIn = 1);
  Modelica.StateGraph.Step wait2(nOut = 1, nIn = 1), empty(nOut = 1, nIn = 1);
  Modelica.StateGraph.Transition begin(condition = start);
  Modelica.StateGraph.Transition full(condition = plant.level1 > limit);
  Modelica.StateGraph.Transition waited1(enableTimer = true, waitTime = waitTime);
  Modelica.StateGraph.Transition empty1(condition = plant.level1 < rest);
  Modelica.StateGraph.Transition waited2(enableTimer = true, waitTime = waitTime);
  Modelica.StateGraph.Transition empty2(condition = plant.level2 < rest);
  Boolean start(start = false, fixed = true) "Button: down for a tenth of a second";
  TwoTanks.Plant plant(v1 = fill1.active, v2 = fill2.active, v3 = empty.active);
equation
  when {sample(1, 1), sample(1.1, 1)} then
    start = sample(1, 1);
  end when;
  connect(idle.outPort[1], begin.inPort);
  connect(begin.outPort, fill1.inPort[1]);
  connect(fill1.outPort[1], full.inPort);
  connect(full.outPort, wait1.inPort[1]);
  connect(wait1.outPort[1], waited1.inPort);
  connect(waited1.outPort, fill2.inPort[1]);
  connect(fill2.outPort[1], empty1.inPort);
  connect(empty1.outPort, wait2.inPort[1]);
  connect(wait2.outPort[1], waited2.inPort);
  connect(waited2.outPort, empty.inPort[1]);
  connect(empty.outPort[1], empty2.inPort);
  connect(empty2.outPort, idle.inPort[1]);
  annotation(experiment(StopTime = 1000, Tolerance = 1e-9));
end StateGraphTanks;
