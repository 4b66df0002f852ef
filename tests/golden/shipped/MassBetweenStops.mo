model MassBetweenStops "A mass with friction is pulled to and fro between two hard stops"
  import T = Modelica.Mechanics.Translational;
  T.Sources.Force force;
  Modelica.Blocks.Sources.Sine sine(amplitude=30, f=0.25);
  T.Components.MassWithStopAndFriction mass(
    m=1, L=1, smin=-3, smax=3, F_prop=1, F_Coulomb=5, F_Stribeck=10, fexp=2,
    s(start=0, fixed=true), v(start=0, fixed=true));
equation
  connect(sine.y, force.f);
  connect(force.flange, mass.flange_a);
  annotation(experiment(StopTime=10));
end MassBetweenStops;
