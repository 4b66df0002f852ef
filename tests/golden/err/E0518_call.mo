model M
  function f
    input Real x;
    output Integer y;
  algorithm
    y := integer(x);
  end f;
  Integer y = f(10*time);
  Integer z = f(y);
end M;
