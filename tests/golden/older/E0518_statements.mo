// MLS 3.8.4: what changes at events only is not assigned what changes all the time, nor where
// something decides that does. Relations make events, and initial sections are carried out once.
model M
  function level
    input Real x;
    output Real y;
    output Integer n;
  algorithm
    y := x;
    n := integer(x);
  end level;
  Integer n, early(start = 0);
  Real y;
  Boolean above, below[2];
algorithm
  (y, n) := level(3*time);
  if noEvent(y > 1) then
    above := true;
  else
    above := false;
  end if;
  for i in 1:2 loop
    below[i] := y < i;
  end for;
initial algorithm
  (, early) := level(2.5);
equation
  when time > 0.5 then
    early = 3;
  end when;
end M;
