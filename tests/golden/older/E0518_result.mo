package P
  function f
    input Real u;
    output Real y;
    output Integer k;
  algorithm
    y := 2*u;
    k := integer(10*u);
  end f;
  model M
    Real y;
    Integer k;
  equation
    (y, k) = f(time);
  end M;
end P;
