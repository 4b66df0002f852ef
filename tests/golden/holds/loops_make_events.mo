// Statements outside of whens decide by relations of what they compute themselves (MLS 8.5): what
// changes at events only, as Integers do, changes there, also where loops of run-time ranges, while,
// values in between and subscripts take part. Each c counts 1, 2, 3 at 0.3, 0.6, 0.9.
model loops_make_events
  Integer limit(start = 5, fixed = true);
  Real x = time/0.3, total, rest, rests, th[4] = {0.3, 0.6, 0.9, 5};
  Integer c[7], places, steps(start = 0, fixed = true);
  Real parts[2];
  Real area[8](each start = 0, each fixed = true);
  Boolean more;
equation
  when time > 20 then
    limit = 4;
  end when;
algorithm // a range that is known at run time
  c[1] := 0;
  for i in 1:limit loop
    if x > i then
      c[1] := c[1] + 1;
    end if;
  end for;
algorithm // the same, ended by break
  c[2] := 0;
  for i in 1:limit loop
    if x < i then
      break;
    end if;
    c[2] := i;
  end for;
algorithm // by a counter that keeps its value between events
  c[3] := 0;
  while c[3] + 1 < time/0.3 loop
    c[3] := c[3] + 1;
  end while;
algorithm // by a Real that does not: at the end of the loop its relation is always false
  c[4] := 0;
  total := 0;
  while total + 1 < x loop
    total := total + 1;
    c[4] := c[4] + 1;
  end while;
algorithm // by a subscript that is out of range behind the last
  places := 0;
  more := true;
  while more loop
    more := false;
    if places < 4 then
      if time > th[places + 1] then
        places := places + 1;
        more := true;
      end if;
    end if;
  end while;
  c[5] := places;
algorithm // by a value in between, and a step function of it
  rest := x;
  for i in 1:limit loop
    rest := rest + 1;
  end for;
  c[6] := integer(rest) - limit;
  rest := 0;
algorithm // by arrays that the section computes, as a whole
  parts := {x, 0.5};
  c[7] := 0;
  while c[7] + 1.5 < sum(parts) and parts*{1, 2} > 0 loop
    c[7] := c[7] + 1;
  end while;
algorithm // whens that such a value activates
  rests := 0;
  for i in 1:limit loop
    if x > i then
      rests := rests + 1;
    end if;
  end for;
  when {rests > 0.5, rests > 1.5, rests > 2.5} then
    steps := steps + 1;
  end when;
equation
  for i in 1:7 loop
    der(area[i]) = c[i];
  end for;
  der(area[8]) = steps;
  when terminal() then
    for i in 1:8 loop
      assert(abs(area[i] - 1.2) < 1e-4, "the area below a staircase of three steps is 0.7 + 0.4 + 0.1");
    end for;
  end when;
  annotation(experiment(StopTime = 1));
end loops_make_events;
