model BrakeAndBearing "A shaft is driven by a sinusoidal torque, with bearing friction, and braked at last"
  import R = Modelica.Mechanics.Rotational;
  R.Sources.Torque torque;
  Modelica.Blocks.Sources.Sine sine(amplitude=3, f=1);
  R.Components.Inertia inertia(J=0.1, phi(start=0, fixed=true), w(start=0, fixed=true));
  R.Components.BearingFriction bearing(tau_pos=[0, 1; 10, 1.5], peak=1.2);
  R.Components.Brake brake(fn_max=50, cgeo=0.2);
  Modelica.Blocks.Sources.Step press(height=1, startTime=2.1);
equation
  connect(sine.y, torque.tau);
  connect(torque.flange, inertia.flange_a);
  connect(inertia.flange_b, bearing.flange_a);
  connect(bearing.flange_b, brake.flange_a);
  connect(press.y, brake.f_normalized);
  annotation(experiment(StopTime=3));
end BrakeAndBearing;
