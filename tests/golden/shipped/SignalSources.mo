model SignalSources "One of each source, so that their shapes can be looked at"
  import S = Modelica.Blocks.Sources;
  import Modelica.Blocks.Types.{Smoothness, Extrapolation};
  S.Ramp ramp(height=2, duration=1, startTime=0.5);
  S.Pulse pulse(amplitude=1, width=25, period=0.5, nperiod=3, startTime=0.25);
  S.SawTooth saw(period=0.4, offset=-1);
  S.Trapezoid trapezoid(rising=0.1, width=0.2, falling=0.1, period=0.6);
  S.ExpSine expSine(f=3, damping=1);
  S.Exponentials exponentials(riseTime=0.5, riseTimeConst=0.2);
  S.TimeTable table(table=[0, 0; 1, 1; 1, 2; 2, 0]);
  S.CombiTimeTable periodic(table=[0, 0, 1; 0.5, 1, 0; 1, 0, 1], extrapolation=Extrapolation.Periodic);
  S.CombiTimeTable spline(table=[0, 0; 1, 1; 2, 0; 3, 2], smoothness=Smoothness.ContinuousDerivative);
  S.BooleanPulse boolean(period=0.3, width=40);
  S.BooleanTable switching(table={0.2, 0.5, 1.4});
  S.KinematicPTP2 motion(q_end={1, 2}, qd_max={1}, qdd_max={2, 3});
  Modelica.Blocks.Tables.CombiTable1Ds characteristic(table=[-1, 1; 0, 0; 2, 4]);
  Modelica.Blocks.Tables.CombiTable2Ds map(table=[0, 0, 1; 0, 0, 1; 1, 2, 3]);
equation
  connect(saw.y, characteristic.u);
  connect(ramp.y, map.u1);
  connect(expSine.y, map.u2);
  annotation(experiment(StopTime=3));
end SignalSources;
