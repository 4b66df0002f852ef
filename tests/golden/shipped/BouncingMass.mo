model BouncingMass "A mass falls on an elastic ground and bounces"
  import T = Modelica.Mechanics.Translational;
  T.Components.Mass mass(m=1, s(start=1, fixed=true), v(start=0, fixed=true));
  T.Sources.ConstantForce weight(f_constant=-9.81);
  T.Components.ElastoGap contact(c=1e5, d=50, s_rel0=0, stateSelect=StateSelect.default);
  T.Components.Fixed ground;
equation
  connect(weight.flange, mass.flange_b);
  connect(ground.flange, contact.flange_a);
  connect(contact.flange_b, mass.flange_a);
  annotation(experiment(StopTime=3));
end BouncingMass;
