model Discharge
  Modelica.Electrical.Analog.Basic.Capacitor C(C=1, v(start=1));
  Modelica.Electrical.Analog.Basic.Resistor R(R=10);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(C.p, R.p);
  connect(R.n, C.n);
  connect(C.n, G.p);
end Discharge;
