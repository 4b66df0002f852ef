model Stiff "A capacitor on a voltage source, an inductor on a current source"
  Modelica.Electrical.Analog.Sources.SineVoltage V(V=1, f=1);
  Modelica.Electrical.Analog.Basic.Capacitor C(C=1);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, C.p);
  connect(C.n, V.n);
  connect(V.n, G.p);
end Stiff;
