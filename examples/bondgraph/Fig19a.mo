model Fig19a "Paper 003, Fig. 19(a): coupled capacitors, of which one is no state"
  Modelica.Electrical.Analog.Sources.StepVoltage V(V=10, startTime=0.1);
  Modelica.Electrical.Analog.Basic.Resistor R(R=1);
  Modelica.Electrical.Analog.Basic.Capacitor C1(C=0.1);
  Modelica.Electrical.Analog.Basic.Capacitor C2(C=0.2);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, R.p);
  connect(R.n, C1.p);
  connect(C1.p, C2.p);
  connect(C1.n, C2.n);
  connect(C2.n, V.n);
  connect(V.n, G.p);
  annotation(experiment(StopTime=2));
end Fig19a;
