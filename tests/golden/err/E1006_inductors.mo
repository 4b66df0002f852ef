model Chokes "Two inductors in series"
  Modelica.Electrical.Analog.Sources.SineVoltage V(V=1, f=1);
  Modelica.Electrical.Analog.Basic.Inductor L1(L=1);
  Modelica.Electrical.Analog.Basic.Inductor L2(L=2);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, L1.p);
  connect(L1.n, L2.p);
  connect(L2.n, V.n);
  connect(V.n, G.p);
end Chokes;
