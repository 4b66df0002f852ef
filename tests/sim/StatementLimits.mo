// Statements that call a function with arguments outside of its limits, and some that do not.
model StatementLimits
  function f
    input Real u(max = 0.5);
    output Real y;
  algorithm
    y := u;
  end f;
  Real each_time, kept, z;
  discrete Real sampled(start = 0, fixed = true);
algorithm
  z := 0.4;
  kept := f(z);
  z := 2*time;
  if time > 10 then
    kept := f(z);
  end if;
  if time > 0.4 then
    each_time := f(z);
  else
    each_time := 0;
  end if;
  when sample(0, 0.3) then
    sampled := f(time);
  end when;
end StatementLimits;
