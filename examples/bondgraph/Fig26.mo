model Fig26 "Paper 003, Fig. 26: pulses that charge a capacitor"
  Modelica.Electrical.Analog.Sources.PulseVoltage V(V=10, width=50, period=2);
  Modelica.Electrical.Analog.Basic.Resistor R1(R=10);
  Modelica.Electrical.Analog.Basic.Capacitor C(C=15);
  Modelica.Electrical.Analog.Basic.Ground Gnd;
equation
  connect(V.p, R1.p);
  connect(R1.n, C.p);
  connect(C.n, V.n);
  connect(V.n, Gnd.p);
  annotation(experiment(StopTime=20));
end Fig26;
