model IfTargets
  Boolean b, c;
equation
  if time > 1 then
    b = true;
  else
    c = true;
  end if;
  b = not c;
end IfTargets;
