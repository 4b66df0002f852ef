model Fig28 "Paper 003, Fig. 28: Fig. 26 with an inductor of 5 H in place of the capacitor"
  Modelica.Electrical.Analog.Sources.PulseVoltage V(V=10, width=50, period=2);
  Modelica.Electrical.Analog.Basic.Resistor R1(R=10);
  Modelica.Electrical.Analog.Basic.Inductor I(L=5);
  Modelica.Electrical.Analog.Basic.Ground Gnd;
equation
  connect(V.p, R1.p);
  connect(R1.n, I.p);
  connect(I.n, V.n);
  connect(V.n, Gnd.p);
  annotation(experiment(StopTime=10));
end Fig28;
