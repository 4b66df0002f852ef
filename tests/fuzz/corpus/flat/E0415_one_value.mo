package P
  function f
    input Real x;
    output Real a;
    output Real b;
  algorithm
    a := x;
    b := x;
  end f;
  model M
    Real x, y;
  equation
    (x, y) = 3;
  end M;
end P;
