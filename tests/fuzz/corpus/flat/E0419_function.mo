package P
  function f
    Real x;
    input Real u;
    output Real y;
  algorithm
    y := u;
  end f;
  model M
    Real y = f(time);
  end M;
end P;
