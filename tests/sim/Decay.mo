model Decay "x' = -k x + u"
  parameter Real k = 1 "rate";
  parameter Integer n = 2;
  final parameter Real twice = 2 * k;
  parameter Boolean on = true;
  input Real u(start = 0) "driven by this";
  output Real y = if on then n * x else 0;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k * x + u;
  annotation(experiment(StopTime = 1, Interval = 0.25, Tolerance = 1e-9));
end Decay;
