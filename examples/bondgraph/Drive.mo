model Drive "Two masses, a gear and a shaft that twists"
  Modelica.Mechanics.Rotational.Sources.TorqueStep motor(stepTorque=10, offsetTorque=0, startTime=0.1);
  Modelica.Mechanics.Rotational.Components.Inertia rotor(J=0.1, phi(fixed=true, start=0), w(fixed=true, start=0));
  Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio=5);
  Modelica.Mechanics.Rotational.Components.Spring shaft(c=200);
  Modelica.Mechanics.Rotational.Components.Inertia load(J=5, phi(fixed=true, start=0), w(fixed=true, start=0));
  Modelica.Mechanics.Rotational.Components.Damper bearing(d=1);
  Modelica.Mechanics.Rotational.Components.Fixed housing;
equation
  connect(motor.flange, rotor.flange_a);
  connect(rotor.flange_b, gear.flange_a);
  connect(gear.flange_b, shaft.flange_a);
  connect(shaft.flange_b, load.flange_a);
  connect(load.flange_b, bearing.flange_a);
  connect(bearing.flange_b, housing.flange);
  annotation(experiment(StopTime=10));
end Drive;
