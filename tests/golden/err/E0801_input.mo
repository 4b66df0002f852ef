model DerivativeOfInput
  input Real u;
  Real x, y;
equation
  x = 2*u;
  y = der(x);
end DerivativeOfInput;
