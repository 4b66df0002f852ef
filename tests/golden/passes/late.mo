package Late "a function that stays until equations are differentiated"
  function square
    input Real u;
    output Real y;
  algorithm
    y := u * u;
    annotation(LateInline = true, derivative = square_d);
  end square;
  function square_d
    input Real u;
    input Real du;
    output Real dy;
  algorithm
    dy := 2 * u * du;
  end square_d;
  model M
    Real x(start = 1), y(start = 0), z;
  equation
    der(x) = z;
    der(y) = -x;
    square(x) + square(y) = 1;
  end M;
end Late;
