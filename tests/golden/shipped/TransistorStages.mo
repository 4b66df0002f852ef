model TransistorStages "A bipolar and a field effect transistor switch their loads"
  import A = Modelica.Electrical.Analog;
  A.Sources.ConstantVoltage supply(V=10);
  A.Sources.PulseVoltage input1(V=5, period=1e-3, width=50, startTime=2e-4);
  A.Basic.Resistor rb(R=1e5);
  A.Basic.Resistor rc(R=1000);
  A.Semiconductors.NPN npn;
  A.Basic.Resistor rd(R=1e4);
  A.Semiconductors.NMOS nmos;
  A.Basic.Ground ground;
equation
  connect(supply.n, ground.p);
  connect(input1.n, ground.p);
  connect(input1.p, rb.p);
  connect(rb.n, npn.B);
  connect(supply.p, rc.p);
  connect(rc.n, npn.C);
  connect(npn.E, ground.p);
  connect(supply.p, rd.p);
  connect(rd.n, nmos.D);
  connect(nmos.G, input1.p);
  connect(nmos.S, ground.p);
  connect(nmos.B, ground.p);
  annotation(experiment(StopTime=2e-3));
end TransistorStages;
