model Nothing
  parameter Real ohms = 2 - 2;
  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);
  Modelica.Electrical.Analog.Basic.Resistor R(R=ohms);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, R.p);
  connect(R.n, V.n);
  connect(V.n, G.p);
end Nothing;
