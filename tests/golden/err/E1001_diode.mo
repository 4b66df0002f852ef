model Rectifier
  Modelica.Electrical.Analog.Sources.SineVoltage V(V=1, f=50);
  Modelica.Electrical.Analog.Ideal.IdealDiode D;
  Modelica.Electrical.Analog.Basic.Resistor R(R=10);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, D.p);
  connect(D.n, R.p);
  connect(R.n, V.n);
  connect(V.n, G.p);
end Rectifier;
