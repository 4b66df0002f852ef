package LotkaVolterra "Prey and predators from QSS blocks (paper 004, 10.2)"
  import DEVSLib.AuxModels;

  model First "By QSS1"
    parameter Real alpha(unit = "1/s") = 0.1 "Growth of the prey";
    parameter Real beta(unit = "1/s") = 0.1 "Loss of prey where they meet";
    parameter Real gamma(unit = "1/s") = 0.1 "Death of predators";
    parameter Real delta(unit = "1/s") = 0.1 "Gain of predators where they meet";
    parameter Real quantum = 1e-6 "Least quantum";
    parameter Real relQuantum = 1e-3 "Relative quantum";
    replaceable model Integrator = AuxModels.QSS1 "Order of the method";
    Integrator prey(startX = 0.5, quantum = quantum, relQuantum = relQuantum) "x";
    Integrator predator(startX = 0.5, quantum = quantum, relQuantum = relQuantum) "y";
    AuxModels.Multiplier meet "x*y";
    AuxModels.Add births(c1 = alpha, c2 = -beta) "alpha*x - beta*x*y";
    AuxModels.Add deaths(c1 = -gamma, c2 = delta) "delta*x*y - gamma*y";
  equation
    connect(prey.outPort1, meet.u1);
    connect(predator.outPort1, meet.u2);
    connect(prey.outPort1, births.u1);
    connect(meet.y, births.u2);
    connect(predator.outPort1, deaths.u1);
    connect(meet.y, deaths.u2);
    connect(births.y, prey.inPort1);
    connect(deaths.y, predator.inPort1);
    annotation(experiment(StopTime = 100));
  end First;

  model Second "By QSS2"
    extends First(redeclare model Integrator = AuxModels.QSS2);
    annotation(experiment(StopTime = 100));
  end Second;

  model Third "By QSS3"
    extends First(redeclare model Integrator = AuxModels.QSS3);
    annotation(experiment(StopTime = 100));
  end Third;

  model WithCopies "By QSS1, with the DUP and BreakLoop models that the paper's Fig. 8 has"
    parameter Real quantum = 1e-6 "Least quantum";
    parameter Real relQuantum = 1e-3 "Relative quantum";
    replaceable model Integrator = AuxModels.QSS1 "Order of the method";
    Integrator prey(startX = 0.5, quantum = quantum, relQuantum = relQuantum) "x";
    Integrator predator(startX = 0.5, quantum = quantum, relQuantum = relQuantum) "y";
    AuxModels.Multiplier meet "x*y";
    AuxModels.Add births(c1 = 0.1, c2 = -0.1) "Growth of the prey";
    AuxModels.Add deaths(c1 = -0.1, c2 = 0.1) "Growth of the predators";
    AuxModels.DUP copies1, copies2, copies3;
    AuxModels.BreakLoop loop1, loop2, loop3;
  equation
    connect(prey.outPort1, loop1.IN);
    connect(loop1.OUT, copies1.in1);
    connect(copies1.out1, meet.u1);
    connect(copies1.out2, births.u1);
    connect(predator.outPort1, loop2.IN);
    connect(loop2.OUT, copies2.in1);
    connect(copies2.out1, meet.u2);
    connect(copies2.out2, deaths.u1);
    connect(meet.y, loop3.IN);
    connect(loop3.OUT, copies3.in1);
    connect(copies3.out1, births.u2);
    connect(copies3.out2, deaths.u2);
    connect(births.y, prey.inPort1);
    connect(deaths.y, predator.inPort1);
    annotation(experiment(StopTime = 100));
  end WithCopies;

  model Equations "The same as differential equations"
    parameter Real alpha(unit = "1/s") = 0.1 "Growth of the prey";
    parameter Real beta(unit = "1/s") = 0.1 "Loss of prey where they meet";
    parameter Real gamma(unit = "1/s") = 0.1 "Death of predators";
    parameter Real delta(unit = "1/s") = 0.1 "Gain of predators where they meet";
    Real x(start = 0.5, fixed = true) "Prey";
    Real y(start = 0.5, fixed = true) "Predators";
  equation
    der(x) = alpha*x - beta*x*y;
    der(y) = delta*x*y - gamma*y;
    annotation(experiment(StopTime = 100, Tolerance = 1e-9));
  end Equations;

  model Errors "By QSS1, beside the equations, and how far they are apart"
    extends First;
    Equations equations;
    AuxModels.ToSignal x(y_start = 0.5), y(y_start = 0.5) "Quantized states as signals";
    Real preyError = 100*(x.y - equations.x)/equations.x "In percent";
    Real predatorError = 100*(y.y - equations.y)/equations.y "In percent";
  equation
    connect(prey.outPort1, x.inport);
    connect(predator.outPort1, y.inport);
    annotation(experiment(StopTime = 100, Tolerance = 1e-9));
  end Errors;

  model Errors2 "The same for QSS2"
    extends Errors(redeclare model Integrator = AuxModels.QSS2);
    annotation(experiment(StopTime = 100, Tolerance = 1e-9));
  end Errors2;

  model Errors3 "The same for QSS3"
    extends Errors(redeclare model Integrator = AuxModels.QSS3);
    annotation(experiment(StopTime = 100, Tolerance = 1e-9));
  end Errors3;
end LotkaVolterra;
