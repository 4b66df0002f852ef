model Circuit
  Modelica.Electrical.Analog.Sources.ConstantVoltage s(V = 1);
  Modelica.Electrical.Analog.Basic.Resistor r(R = 1);
  Modelica.Electrical.Analog.Basic.Inductor l(L = 1);
equation
  connect(s.p, r.p);
  connect(r.n, l.p);
  connect(l.n, s.n);
end Circuit;
