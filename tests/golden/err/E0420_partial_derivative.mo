package P
  function f
    input Real x;
    input Real y;
    output Real z;
  algorithm
    z := x*y;
  end f;
  function fx = der(f, x);
  model M
    Real z = fx(1, time);
  end M;
end P;
