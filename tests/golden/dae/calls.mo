model Calls "Calls with several results, arrays and records; small functions vanish"
  record Point
    Real x, y;
  end Point;
  function square
    input Real u;
    output Real y = u^2;
  end square;
  function turn
    input Point p;
    input Real c[:];
    output Point q;
    output Real n[2];
    output Integer k;
  algorithm
    k := 0;
    while k < size(c, 1) loop
      k := k + 1;
    end while;
    q := Point(p.y*k, -p.x);
    n := {sum(c), k};
  end turn;
  parameter Real c[3] = {1, 2, 3};
  Point p(x = time, y = 1), q, s;
  Real n[2], d;
  Integer k;
equation
  (q, n, k) = turn(p, c);
  s = turn(q, {square(n[1]), 2});
  d = der(square(q.x)*time);
end Calls;
