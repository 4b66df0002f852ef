model Watched
  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);
  Modelica.Electrical.Analog.Basic.Resistor R(R=10);
  Modelica.Electrical.Analog.Basic.Ground G;
  Real p;
equation
  connect(V.p, R.p);
  connect(R.n, V.n);
  connect(V.n, G.p);
  p = R.v*R.i;
end Watched;
