model Freewheel "A one-way clutch: flange_b runs ahead while the driver slows down"
  import R = Modelica.Mechanics.Rotational;
  R.Sources.Torque torque;
  Modelica.Blocks.Sources.Sine sine(amplitude=10, f=0.5);
  R.Components.Inertia driver(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
  R.Components.OneWayClutch clutch(fn_max=1);
  R.Components.Inertia driven(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
  R.Components.Damper drag(d=0.2);
  R.Components.Fixed ground;
  Modelica.Blocks.Sources.Constant open(k=0);
equation
  connect(sine.y, torque.tau);
  connect(torque.flange, driver.flange_a);
  connect(driver.flange_b, clutch.flange_a);
  connect(clutch.flange_b, driven.flange_a);
  connect(driven.flange_b, drag.flange_a);
  connect(drag.flange_b, ground.flange);
  connect(open.y, clutch.f_normalized);
  annotation(experiment(StopTime=6));
end Freewheel;
