model Fig21b "Paper 003, Fig. 21(b): the same, with a storage element that breaks the loop"
  Modelica.Electrical.Analog.Sources.StepVoltage V(V=10, startTime=0.1);
  Modelica.Electrical.Analog.Basic.Resistor R1(R=1);
  Modelica.Electrical.Analog.Basic.Resistor R2(R=2);
  Modelica.Electrical.Analog.Basic.Inductor L(L=0.5);
  Modelica.Electrical.Analog.Basic.Capacitor C(C=0.001);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, R1.p);
  connect(R1.n, R2.p);
  connect(R1.n, L.p);
  connect(R1.n, C.p);
  connect(R2.n, V.n);
  connect(L.n, V.n);
  connect(C.n, V.n);
  connect(V.n, G.p);
  annotation(experiment(StopTime=2));
end Fig21b;
