model Bridge "Four resistors and a fifth between them"
  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);
  Modelica.Electrical.Analog.Basic.Resistor R1(R=1);
  Modelica.Electrical.Analog.Basic.Resistor R2(R=2);
  Modelica.Electrical.Analog.Basic.Resistor R3(R=3);
  Modelica.Electrical.Analog.Basic.Resistor R4(R=4);
  Modelica.Electrical.Analog.Basic.Resistor R5(R=5);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, R1.p);
  connect(V.p, R3.p);
  connect(R1.n, R2.p);
  connect(R3.n, R4.p);
  connect(R1.n, R5.p);
  connect(R3.n, R5.n);
  connect(R2.n, V.n);
  connect(R4.n, V.n);
  connect(V.n, G.p);
end Bridge;
