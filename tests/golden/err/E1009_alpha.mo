model Warm "Resistances that depend on the temperature, and a transformer that stores"
  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);
  Modelica.Electrical.Analog.Basic.Resistor R1(R=10, alpha=0.01);
  Modelica.Electrical.Analog.Ideal.IdealTransformer T(n=2, considerMagnetization=true);
  Modelica.Electrical.Analog.Basic.Resistor R2(R=10, useHeatPort=true);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, R1.p);
  connect(R1.n, T.p1);
  connect(T.n1, G.p);
  connect(T.p2, R2.p);
  connect(R2.n, T.n2);
  connect(T.n2, G.p);
  connect(V.n, G.p);
end Warm;
