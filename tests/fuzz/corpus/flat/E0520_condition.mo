model M
  Real x;
equation
  if time then
    x = 1;
  else
    x = 2;
  end if;
end M;
