package P
  function f
    input Real x;
    output Real y;
  algorithm
    y := der(x);
  end f;
  model M
    Real y = f(time);
  end M;
end P;
