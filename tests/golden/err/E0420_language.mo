model M
  function f
    input Real x;
    output Real y;
    external "Java" y = foo(x);
  end f;
  function g
    input Real x;
    output Real y;
    external "c99" y = sin(x);
  end g;
  Real x = f(time) + g(time);
end M;
