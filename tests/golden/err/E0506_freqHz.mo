model Fig23p "Paper 003, Fig. 23 as printed: the frequency had another name in Modelica 2"
  Modelica.Electrical.Analog.Sources.SineVoltage V(V=15, freqHz=50);
  Modelica.Electrical.Analog.Basic.Resistor R1(R=10);
  Modelica.Electrical.Analog.Basic.Ground Gnd;
equation
  connect(V.p, R1.p);
  connect(R1.n, V.n);
  connect(R1.n, Gnd.p);
  annotation(experiment(StopTime=0.04));
end Fig23p;
