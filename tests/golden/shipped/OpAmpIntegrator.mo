model OpAmpIntegrator "Integrator with an ideal operational amplifier: a square wave becomes a triangle"
  import A = Modelica.Electrical.Analog;
  A.Sources.PulseVoltage source(V=2, offset=-1, period=1, width=50);
  A.Basic.Resistor resistor(R=1000);
  A.Basic.Capacitor capacitor(C=1e-3, v(start=0, fixed=true));
  A.Ideal.IdealOpAmp3Pin opAmp;
  A.Basic.Ground ground;
equation
  connect(source.p, resistor.p);
  connect(source.n, ground.p);
  connect(resistor.n, opAmp.in_n);
  connect(opAmp.in_p, ground.p);
  connect(capacitor.p, opAmp.in_n);
  connect(capacitor.n, opAmp.out);
  annotation(experiment(StopTime=3));
end OpAmpIntegrator;
