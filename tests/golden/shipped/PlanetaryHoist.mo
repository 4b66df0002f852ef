model PlanetaryHoist "Planetary gear and rope drum lift a mass; lossy gear and backlash in the drive"
  import R = Modelica.Mechanics.Rotational;
  import T = Modelica.Mechanics.Translational;
  R.Sources.ConstantTorque motor(tau_constant=3);
  R.Components.Inertia rotor(J=0.01, phi(start=0, fixed=true), w(start=0, fixed=true));
  R.Components.LossyGear gear(ratio=3, lossTable=[0, 0.95, 0.94, 0.05, 0.05]);
  R.Components.IdealPlanetary planetary(ratio=2);
  R.Components.Fixed ring;
  R.Components.ElastoBacklash coupling(c=500, d=2, b=0.01, phi_rel(start=0.005, fixed=true), w_rel(start=0, fixed=true));
  R.Components.Inertia drum(J=0.02);
  R.Components.IdealGearR2T rope(ratio=10);
  T.Components.Mass mass(m=10);
  T.Sources.ConstantForce weight(f_constant=-98.1);
equation
  connect(motor.flange, rotor.flange_a);
  connect(rotor.flange_b, gear.flange_a);
  connect(gear.flange_b, planetary.sun);
  connect(planetary.ring, ring.flange);
  connect(planetary.carrier, coupling.flange_a);
  connect(coupling.flange_b, drum.flange_a);
  connect(drum.flange_b, rope.flangeR);
  connect(rope.flangeT, mass.flange_a);
  connect(mass.flange_b, weight.flange);
  annotation(experiment(StopTime=2));
end PlanetaryHoist;
