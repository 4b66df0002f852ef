model NotDifferentiable
  function f
    input Real u;
    output Real y;
    external "C" y = f_of_user(u);
  end f;
  Real x, y;
equation
  x = f(time);
  y = der(x);
end NotDifferentiable;
