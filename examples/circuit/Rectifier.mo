model Rectifier "Four ideal diodes make direct from alternating voltage"
  import Modelica.Electrical.Analog.{Basic, Ideal, Sources};
  Sources.SineVoltage source(V = 24, f = 50);
  Basic.Resistor line(R = 0.5);
  Ideal.IdealDiode d1, d2, d3, d4;
  Basic.Capacitor smoothing(C = 2e-3, v(start = 0, fixed = true));
  Basic.Resistor load(R = 20);
  Basic.Ground ground;
equation
  connect(source.p, line.p);
  connect(line.n, d1.p);
  connect(line.n, d2.n);
  connect(source.n, d3.p);
  connect(source.n, d4.n);
  connect(d1.n, smoothing.p);
  connect(d3.n, smoothing.p);
  connect(d2.p, smoothing.n);
  connect(d4.p, smoothing.n);
  connect(load.p, smoothing.p);
  connect(load.n, smoothing.n);
  connect(smoothing.n, ground.p);
  annotation(experiment(StopTime = 0.1, Interval = 1e-4, Tolerance = 1e-6));
end Rectifier;
