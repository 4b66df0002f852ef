package P
  function f
    input Real x[2];
    output Real z;
  algorithm
    z := x[1]*x[2];
  end f;
  function fx = der(f, x);
  model M
    Real z = fx({1, time});
  end M;
end P;
