model BrakeAndBearing "A motor turns a wheel to and fro through an elastic shaft; friction in its bearing, and a brake on the wheel"
  import R = Modelica.Mechanics.Rotational;
  R.Sources.Torque torque;
  Modelica.Blocks.Sources.Sine sine(amplitude=3, f=1);
  R.Components.Inertia motor(J=0.1, phi(start=0, fixed=true), w(start=0, fixed=true));
  R.Components.BearingFriction bearing(tau_pos=[0, 1; 10, 1.5], peak=1.2);
  R.Components.SpringDamper shaft(c=100, d=0.5, phi_rel(start=0, fixed=true), w_rel(start=0, fixed=true));
  R.Components.Inertia wheel(J=0.05);
  R.Components.Brake brake(fn_max=50, cgeo=0.2);
  Modelica.Blocks.Sources.Step press(height=1, startTime=2.1);
equation
  connect(sine.y, torque.tau);
  connect(torque.flange, motor.flange_a);
  connect(motor.flange_b, bearing.flange_a);
  connect(bearing.flange_b, shaft.flange_a);
  connect(shaft.flange_b, wheel.flange_a);
  connect(wheel.flange_b, brake.flange_a);
  connect(press.y, brake.f_normalized);
  annotation(experiment(StopTime=3));
end BrakeAndBearing;
