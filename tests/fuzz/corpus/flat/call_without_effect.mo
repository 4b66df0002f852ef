model M
  Real x = time;
equation
  when time > 1 then
    sin(x);
  end when;
  if time > 1 then
    der(x);
  end if;
end M;
