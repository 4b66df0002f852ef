model PulseCircuit "The circuit of figure 8 of Wainer and D'Abreu (2014)"
  Modelica.Electrical.Analog.Sources.PulseVoltage V(V=200, period=1, width=10);
  Modelica.Electrical.Analog.Basic.Capacitor C(C=200, v(start=0, fixed=true));
  Modelica.Electrical.Analog.Basic.Resistor R(R=1.5);
  Modelica.Electrical.Analog.Basic.Inductor I(L=40, i(start=0, fixed=true));
  Modelica.Electrical.Analog.Basic.Ground Gnd;
equation
  connect(V.p, R.p);
  connect(R.n, I.p);
  connect(R.n, C.p);
  connect(I.n, V.n);
  connect(C.n, V.n);
  connect(C.n, Gnd.p);
  annotation(experiment(StopTime=10));
end PulseCircuit;
