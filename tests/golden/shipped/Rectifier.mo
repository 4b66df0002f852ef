model Rectifier "Bridge of four ideal diodes with smoothing capacitor"
  import A = Modelica.Electrical.Analog;
  A.Sources.SineVoltage grid(V=10, f=50);
  A.Basic.Resistor line(R=0.2);
  A.Ideal.IdealDiode d1(Vknee=0.7, Ron=1e-3, Goff=1e-6);
  A.Ideal.IdealDiode d2(Vknee=0.7, Ron=1e-3, Goff=1e-6);
  A.Ideal.IdealDiode d3(Vknee=0.7, Ron=1e-3, Goff=1e-6);
  A.Ideal.IdealDiode d4(Vknee=0.7, Ron=1e-3, Goff=1e-6);
  A.Basic.Capacitor smoothing(C=2e-3, v(start=0, fixed=true));
  A.Basic.Resistor load(R=50);
  A.Basic.Ground ground;
  A.Sensors.VoltageSensor dc;
equation
  connect(grid.p, line.p);
  connect(line.n, d1.p);
  connect(d1.n, smoothing.p);
  connect(d2.n, line.n);
  connect(d2.p, smoothing.n);
  connect(grid.n, d3.p);
  connect(d3.n, smoothing.p);
  connect(d4.n, grid.n);
  connect(d4.p, smoothing.n);
  connect(load.p, smoothing.p);
  connect(load.n, smoothing.n);
  connect(dc.p, smoothing.p);
  connect(dc.n, smoothing.n);
  connect(smoothing.n, ground.p);
  annotation(experiment(StopTime=0.1));
end Rectifier;
