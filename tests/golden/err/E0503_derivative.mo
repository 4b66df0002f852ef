package P
  function f
    input Real x;
    output Real y = x*x;
  algorithm
  end f;
  function fx = der(fxx, x);
  function fxx = der(fx, x);
  model M
    Real z = fx(time);
  end M;
end P;
