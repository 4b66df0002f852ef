model Fig8 "Paper 003, Fig. 8: EC, an inductor parallel to a capacitor behind a resistor"
  Modelica.Electrical.Analog.Sources.PulseVoltage V(V=200, period=1, width=10);
  Modelica.Electrical.Analog.Basic.Capacitor C(C=200);
  Modelica.Electrical.Analog.Basic.Resistor R(R=1.5);
  Modelica.Electrical.Analog.Basic.Inductor I(L=40);
  Modelica.Electrical.Analog.Basic.Ground Gnd;
equation
  connect(V.p, R.p); connect(R.n, I.p);
  connect(R.n, C.p); connect(I.n, V.n);
  connect(C.n, V.n); connect(C.n, Gnd.p);
  annotation(experiment(StopTime=5));
end Fig8;
