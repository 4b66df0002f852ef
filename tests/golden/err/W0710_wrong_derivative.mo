// The derivative that is named has the wrong sign: index reduction differentiates the body.
model WrongDerivative
  function square
    input Real x;
    output Real y;
  algorithm
    y := x*x;
    annotation(derivative = square_der);
  end square;
  function square_der
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := -2*x*dx;
  end square_der;
  Real x(start = 1, fixed = true);
  Real v;
  Real y;
equation
  der(x) = v;
  der(y) = 1;
  y = square(x);
end WrongDerivative;
