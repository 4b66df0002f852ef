model DiodeClipper "Exponential diode and Zener diode clip a sine"
  import A = Modelica.Electrical.Analog;
  A.Sources.SineVoltage source(V=8, f=50);
  A.Basic.Resistor resistor(R=100);
  A.Semiconductors.Diode diode;
  A.Semiconductors.ZDiode zener;
  A.Basic.Ground ground;
equation
  connect(source.p, resistor.p);
  connect(resistor.n, diode.p);
  connect(diode.n, zener.n);
  connect(zener.p, source.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime=0.04));
end DiodeClipper;
