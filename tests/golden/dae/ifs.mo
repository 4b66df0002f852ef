model Ifs "Branches are paired by what they determine, not by position"
  Boolean swap = time > 1;
  Real x(start = 1), y, z, a, b, c;
  Boolean hot;
  Integer k;
equation
  der(x) = -x;
  if x > 0.5 then
    y = x;
    z = 2*x;
    hot = true;
  elseif x > 0.25 then
    z = 3*x;
    hot = x > 0.3;
    y = -x;
  else
    hot = false;
    y = 0;
    z = 0;
  end if;
  if swap then
    a + b = x;
    b*c = 1;
    k = 1;
  else
    b*c = 2;
    k = 2;
    a - b = time;
  end if;
  a = c + 1;
  if time > 2 then
    assert(x > -1, "x is far too low");
  end if;
end Ifs;
