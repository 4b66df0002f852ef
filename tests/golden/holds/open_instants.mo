// An open relation of time holds from the instant of its event on, in the body of the when that it
// activates, too. One that makes no event anywhere is taken literally there (MLS 8.5).
model open_instants
  Integer one(start = 0, fixed = true), falls(start = 0, fixed = true), solved(start = 0, fixed = true);
  Integer last(start = 0, fixed = true), steps[2](each start = 0, each fixed = true);
  Integer early(start = 5, fixed = true), nested(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
  parameter Real T = 0.5;
  Boolean late = time > T;
equation
  der(x) = 0;
  when late then
    one = if time > T then 1 else 2;
  end when;
  when not time <= T then
    falls = if time <= T then 2 else 1;
    solved = if time - T > 0 then 1 else 2;
    if T < time then
      nested = 1;
    else
      nested = 2;
    end if;
    reinit(x, if time > T then 1 else 2);
  end when;
  when sample(0.25, 1) then
    early = if time > 0.25 then 1 else 0;
  end when;
algorithm
  when {time > 0.2, time > 0.4, time > 0.6} then
    last := if time > 0.6 then 3 elseif time > 0.4 then 2 else 1;
    for i in 1:2 loop
      if time > 0.6 then
        steps[i] := steps[i] + 1;
      end if;
    end for;
  end when;
equation
  when terminal() then
    assert(one == 1 and falls == 1 and solved == 1 and nested == 1 and x > 0.9 and x < 1.1, "by equations");
    assert(last == 3 and steps[1] == 1 and steps[2] == 1, "by statements");
    assert(early == 0, "literally");
  end when;
end open_instants;
