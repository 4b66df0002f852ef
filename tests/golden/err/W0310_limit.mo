package P
  function f
    input Real u(min = 0, max = 1);
    input Integer n(min = 1) = 1;
    output Real y;
  algorithm
    y := n*u;
  end f;
  model M
    constant Real a = f(5);
    parameter Real b = f(-0.5, n = 0);
    Real x = f(0.5, 2);
    Real y = f(2, 3)*time;
  end M;
end P;
