model Fight
  Modelica.Electrical.Analog.Sources.ConstantVoltage V1(V=1);
  Modelica.Electrical.Analog.Sources.ConstantVoltage V2(V=2);
  Modelica.Electrical.Analog.Basic.Resistor R(R=10);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V1.p, R.p);
  connect(V2.p, R.p);
  connect(R.n, V1.n);
  connect(V1.n, V2.n);
  connect(V1.n, G.p);
end Fight;
