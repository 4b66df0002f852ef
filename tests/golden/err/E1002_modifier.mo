model Given "A value for a variable of a resistor is an equation"
  Modelica.Electrical.Analog.Sources.ConstantCurrent I(I=1);
  Modelica.Electrical.Analog.Basic.Resistor R(R=10, LossPower = 3);
  Modelica.Electrical.Analog.Basic.Ground G;
equation
  connect(I.p, R.p);
  connect(R.n, I.n);
  connect(I.n, G.p);
end Given;
