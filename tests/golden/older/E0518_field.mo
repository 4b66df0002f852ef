model M
  record Pair
    Real value;
    Boolean high;
  end Pair;
  function compare
    input Real x;
    output Pair p;
  algorithm
    p.value := 2*x;
    p.high := x > 0.5;
  end compare;
  Pair p = compare(time);
  Pair unread = compare(2*time);
  Real y(start = 0, fixed = true);
equation
  der(y) = if p.high then 1 else 0;
end M;
