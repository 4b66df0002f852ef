model ReinitAlways
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  if time > 0.5 then
    reinit(x, 2);
  end if;
end ReinitAlways;
