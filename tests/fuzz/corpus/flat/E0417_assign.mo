package P
  function f
    input Real u;
    output Real y;
  algorithm
    u := 2*u;
    y := u;
  end f;
  model M
    Real y = f(time);
  end M;
end P;
