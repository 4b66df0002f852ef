model Chopper "Step-down converter: switch, freewheeling diode, inductor and capacitor"
  import A = Modelica.Electrical.Analog;
  A.Sources.ConstantVoltage source(V=24);
  A.Ideal.IdealClosingSwitch switch(Ron=1e-3, Goff=1e-6);
  A.Ideal.IdealDiode diode(Ron=1e-3, Goff=1e-6, Vknee=0.5);
  A.Basic.Inductor inductor(L=1e-3, i(start=0, fixed=true));
  A.Basic.Capacitor capacitor(C=1e-4, v(start=0, fixed=true));
  A.Basic.Resistor load(R=5);
  A.Basic.Ground ground;
  Modelica.Blocks.Sources.BooleanPulse pulse(period=1e-3, width=40);
equation
  connect(pulse.y, switch.control);
  connect(source.p, switch.p);
  connect(switch.n, diode.n);
  connect(diode.p, source.n);
  connect(switch.n, inductor.p);
  connect(inductor.n, capacitor.p);
  connect(capacitor.n, source.n);
  connect(load.p, capacitor.p);
  connect(load.n, capacitor.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime=0.02));
end Chopper;
