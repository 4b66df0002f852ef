model NoDerivative
  function f
    input Real u;
    output Real y;
    external "C" y = f_of_user(u);
  end f;
  Real x = f(time), y;
equation
  y = der(2*f(time));
end NoDerivative;
