model Fig1 "Paper 003, Fig. 1: SampleCircuit (its VsourceAC as a SineVoltage of 1 V, 1 Hz)"
  Modelica.Electrical.Analog.Basic.Resistor R1(R=10);
  Modelica.Electrical.Analog.Basic.Inductor L(L=0.1);
  Modelica.Electrical.Analog.Basic.Capacitor C(C=0.01);
  Modelica.Electrical.Analog.Basic.Ground G;
  Modelica.Electrical.Analog.Basic.Resistor R2(R=100);
  Modelica.Electrical.Analog.Sources.SineVoltage AC(V=1, f=1);
equation
  connect(AC.p, R1.p);
  connect(R1.n, C.p);
  connect(C.n, AC.n);
  connect(AC.n, G.p);
  connect(R1.p, R2.p);
  connect(R2.n, L.p);
  connect(L.n, C.n);
  annotation(experiment(StopTime=2));
end Fig1;
