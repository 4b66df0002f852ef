model Rigid "Two masses that a gear ties together"
  Modelica.Mechanics.Rotational.Sources.ConstantTorque T(tau_constant=1);
  Modelica.Mechanics.Rotational.Components.Inertia J1(J=1);
  Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio=3);
  Modelica.Mechanics.Rotational.Components.Inertia J2(J=2);
equation
  connect(T.flange, J1.flange_a);
  connect(J1.flange_b, gear.flange_a);
  connect(gear.flange_b, J2.flange_a);
end Rigid;
