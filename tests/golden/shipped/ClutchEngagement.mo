model ClutchEngagement "A turning flywheel is coupled to one at rest: slips, then sticks at the common speed"
  import R = Modelica.Mechanics.Rotational;
  R.Components.Inertia driver(J=1, phi(start=0, fixed=true), w(start=10, fixed=true));
  R.Components.Clutch clutch(fn_max=20, mu_pos=[0, 0.5; 20, 0.4], peak=1.1);
  R.Components.Inertia driven(J=0.5, phi(start=0, fixed=true), w(start=0, fixed=true));
  Modelica.Blocks.Sources.Ramp pressure(height=1, duration=0.2, startTime=0.5);
equation
  connect(driver.flange_b, clutch.flange_a);
  connect(clutch.flange_b, driven.flange_a);
  connect(pressure.y, clutch.f_normalized);
  annotation(experiment(StopTime=2));
end ClutchEngagement;
