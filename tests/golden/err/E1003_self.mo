model Short
  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);
  Modelica.Electrical.Analog.Basic.Resistor R1(R=10);
  Modelica.Electrical.Analog.Basic.Resistor R2(R=10);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, R1.p);
  connect(R1.n, V.n);
  connect(R1.n, R2.p);
  connect(R2.p, R2.n);
  connect(V.n, G.p);
end Short;
