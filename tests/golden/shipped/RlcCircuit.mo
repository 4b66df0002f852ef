model RlcCircuit "Series resonant circuit, charged by a step: damped oscillation around 10 V"
  import A = Modelica.Electrical.Analog;
  A.Sources.StepVoltage source(V=10, startTime=0.1);
  A.Basic.Resistor resistor(R=0.5);
  A.Basic.Inductor inductor(L=0.1, i(start=0, fixed=true));
  A.Basic.Capacitor capacitor(C=0.01, v(start=0, fixed=true));
  A.Basic.Ground ground;
equation
  connect(source.p, resistor.p);
  connect(resistor.n, inductor.p);
  connect(inductor.n, capacitor.p);
  connect(capacitor.n, source.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime=3));
end RlcCircuit;
