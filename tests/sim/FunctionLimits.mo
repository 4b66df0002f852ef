// Arguments and results of functions that leave their limits, and some that do not.
model FunctionLimits
  function f
    input Real u(min = 0, max = 1);
    output Real y(max = 2);
  algorithm
    y := 3*u;
    annotation(Inline = true);
  end f;
  Real x(start = 0, fixed = true);
  Real inside(min = 0, max = 1) = 0.5*x;
  Real left = f(x);
  Real kept = f(inside) - f(0.1*x);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1.5));
end FunctionLimits;
