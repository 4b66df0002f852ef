model NoInstances
  package P
    constant Real c = 1;
  end P;
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
  end f;
  record R
    f g;
  end R;
  P p;
  R r, s;
equation
  r = s;
end NoInstances;
