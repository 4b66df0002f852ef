model Lamp
  model Bulb
    extends Modelica.Electrical.Analog.Basic.Resistor;
    Real light = 0.1*v*i;
  end Bulb;
  model Load
    extends Modelica.Electrical.Analog.Basic.Resistor(R=5);
    parameter String maker = "us";
  end Load;
  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);
  Bulb B(R=10);
  Load L;
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(V.p, B.p);
  connect(B.n, L.p);
  connect(L.n, V.n);
  connect(V.n, G.p);
end Lamp;
