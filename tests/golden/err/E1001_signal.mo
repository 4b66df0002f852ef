model Driven
  Modelica.Mechanics.Rotational.Sources.Torque T;
  Modelica.Mechanics.Rotational.Components.Inertia J(J=1);
  Modelica.Blocks.Sources.ContinuousClock clock;
equation
  connect(clock.y, T.tau);
  connect(T.flange, J.flange_a);
end Driven;
