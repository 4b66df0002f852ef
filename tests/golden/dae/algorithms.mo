model Algorithms "Sections as equations where that says the same, otherwise as functions"
  function pair
    input Real u;
    output Real a, b;
  protected
    Real s;
  algorithm
    s := 0;
    while s < u loop
      s := s + 1;
    end while;
    a := s;
    b := -s;
  end pair;
  Real x(start = 1, fixed = true), y, z, w, s, t[3], high;
  Integer n(start = 0, fixed = true), k(start = 2, fixed = true);
  discrete Real at(start = 0, fixed = true), next(start = 1, fixed = true);
  parameter Real p(fixed = false);
initial algorithm
  p := 3;
  p := p + x;
algorithm
  y := 2*x;
  (z, w) := pair(y);
  if y > 1 then
    high := y;
  else
    high := 1;
  end if;
  when y > 1.5 then
    at := time;
  end when;
algorithm
  s := 0;
  for i in 1:3 loop
    s := s + i*x;
    t[i] := s;
  end for;
  t[k] := -1;
  when time >= pre(next) then
    next := pre(next) + 1;
    n := n + 1;
    k := if n > 2 then 1 else 2;
    if s > 5 then
      reinit(x, 1);
    end if;
  elsewhen {s > 3, initial()} then
    n := 0;
  end when;
  assert(s < 100, "s is too large");
equation
  der(x) = 1 + p;
end Algorithms;
