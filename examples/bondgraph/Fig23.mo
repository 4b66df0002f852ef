model Fig23 "Paper 003, Fig. 23: a sine voltage on a resistor (with f for freqHz)"
  Modelica.Electrical.Analog.Sources.SineVoltage V(V=15, f=50);
  Modelica.Electrical.Analog.Basic.Resistor R1(R=10);
  Modelica.Electrical.Analog.Basic.Ground Gnd;
equation
  connect(V.p, R1.p);
  connect(R1.n, V.n);
  connect(R1.n, Gnd.p);
  annotation(experiment(StopTime=0.04));
end Fig23;
