model Fig29 "Paper 003, Fig. 29: an oscillating circuit"
  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=100);
  Modelica.Electrical.Analog.Basic.Resistor R(R=1);
  Modelica.Electrical.Analog.Basic.Inductor I1(L=1);
  Modelica.Electrical.Analog.Basic.Capacitor C1(C=0.1);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, R.p);
  connect(R.n, I1.p);
  connect(I1.n, C1.p);
  connect(C1.n, V.n);
  connect(V.n, G.p);
  annotation(experiment(StopTime=15));
end Fig29;
