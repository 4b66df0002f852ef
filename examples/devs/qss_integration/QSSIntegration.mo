package QSSIntegration "Equations as networks of QSS blocks (paper 004, 5.1)"
  import DEVSLib.AuxModels;

  model Step1 "x' = -x + 10*u, where u is a step at 1.76 s; by QSS1"
    parameter Real quantum = 1 "Quantum";
    replaceable model Integrator = AuxModels.QSS1 "Order of the method";
    Integrator x(startX = 10, quantum = quantum);
    AuxModels.Step step(firstGeneration = 1.76, outValue = 10);
    AuxModels.Add sum(c1 = 1, c2 = -1);
  equation
    connect(step.outPort1, sum.u1);
    connect(x.outPort1, sum.u2);
    connect(sum.y, x.inPort1);
    annotation(experiment(StopTime = 10));
  end Step1;

  model Step2 "The same by QSS2"
    extends Step1(redeclare model Integrator = AuxModels.QSS2);
    annotation(experiment(StopTime = 10));
  end Step2;

  model Step3 "The same by QSS3"
    extends Step1(redeclare model Integrator = AuxModels.QSS3);
    annotation(experiment(StopTime = 10));
  end Step3;

  model Outflow "A tank runs out: x' = -sqrt(x)"
    AuxModels.QSS2 x(startX = 4, quantum = 1e-3) "Level";
    AuxModels.SquareRoot root;
    AuxModels.Gain minus(K = -1);
  equation
    connect(x.outPort1, root.inPort1);
    connect(root.outPort1, minus.inPort1);
    connect(minus.outPort1, x.inPort1);
    annotation(experiment(StopTime = 3));
  end Outflow;

  model Flyback1 "A flyback converter, by QSS1: an inductance is charged from the source, then gives to the output"
    parameter Real Vin(unit = "V") = 40 "Voltage of the source";
    parameter Real L(unit = "H") = 200e-6 "Inductance";
    parameter Real C(unit = "F") = 22e-6 "Capacitance of the output";
    parameter Real R(unit = "Ohm") = 5 "Load";
    parameter Real frequency(unit = "Hz") = 60e3 "Of the switch";
    parameter Real dutyCycle = 60 "How much of the time it is closed, in percent";
    parameter Real quantum = 0.01 "Quantum of current and voltage";
    replaceable model Integrator = AuxModels.QSS1 "Order of the method";
    AuxModels.Square clock(frecuency = frequency, dutyCycle = dutyCycle) "1: charge";
    AuxModels.Constant source(outValue = Vin);
    AuxModels.Switch voltage(level = 0.5) "Across the inductance";
    AuxModels.Switch current(level = 0.5) "To the output";
    AuxModels.Constant zero(outValue = 0);
    AuxModels.Gain minus(K = -1);
    AuxModels.Gain perL(K = 1/L);
    AuxModels.Add rest(c1 = 1/C, c2 = -1/(R*C)) "What charges the output";
    Integrator i(startX = 0, quantum = quantum) "Current of the inductance, A";
    Integrator v(startX = 0, quantum = quantum) "Voltage of the output, V";
  equation
    connect(source.outPort1, voltage.u1);
    connect(clock.outPort1, voltage.u2);
    connect(v.outPort1, minus.inPort1);
    connect(minus.outPort1, voltage.u3);
    connect(voltage.y, perL.inPort1);
    connect(perL.outPort1, i.inPort1);
    connect(zero.outPort1, current.u1);
    connect(clock.outPort1, current.u2);
    connect(i.outPort1, current.u3);
    connect(current.y, rest.u1);
    connect(v.outPort1, rest.u2);
    connect(rest.y, v.inPort1);
    annotation(experiment(StopTime = 0.001));
  end Flyback1;

  model Flyback2 "The same by QSS2"
    extends Flyback1(redeclare model Integrator = AuxModels.QSS2);
    annotation(experiment(StopTime = 0.001));
  end Flyback2;

  model Flyback3 "The same by QSS3"
    extends Flyback1(redeclare model Integrator = AuxModels.QSS3);
    annotation(experiment(StopTime = 0.001));
  end Flyback3;

  model FlybackEquations "The same as differential equations"
    parameter Real Vin(unit = "V") = 40 "Voltage of the source";
    parameter Real L(unit = "H") = 200e-6 "Inductance";
    parameter Real C(unit = "F") = 22e-6 "Capacitance of the output";
    parameter Real R(unit = "Ohm") = 5 "Load";
    parameter Real frequency(unit = "Hz") = 60e3 "Of the switch";
    parameter Real dutyCycle = 60 "How much of the time it is closed, in percent";
    Real i(start = 0, fixed = true, unit = "A") "Current of the inductance";
    Real v(start = 0, fixed = true, unit = "V") "Voltage of the output";
    Boolean on(start = true, fixed = true) "Is the switch closed?";
  equation
    when {sample(0, 1/frequency), sample(dutyCycle/100/frequency, 1/frequency)} then
      on = sample(0, 1/frequency);
    end when;
    L*der(i) = if on then Vin else -v;
    C*der(v) = (if on then 0 else i) - v/R;
    annotation(experiment(StopTime = 0.001, Tolerance = 1e-9));
  end FlybackEquations;
end QSSIntegration;
