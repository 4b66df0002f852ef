model M
  Real x, y;
equation
  if time < 1 then
    x = 1;
    y = 2;
  else
    x = 2;
  end if;
end M;
