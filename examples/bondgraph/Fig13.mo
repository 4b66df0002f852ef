model Fig13 "Paper 003, Fig. 13: what a capacitor the other way round does to directions of power"
  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);
  Modelica.Electrical.Analog.Basic.Resistor R(R=1);
  Modelica.Electrical.Analog.Basic.Capacitor C(C=1);
  Modelica.Electrical.Analog.Basic.Inductor L(L=1);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, R.p);
  connect(R.n, C.p);
  connect(C.n, L.p);
  connect(L.n, V.n);
  connect(V.n, G.p);
  annotation(experiment(StopTime=5));
end Fig13;
