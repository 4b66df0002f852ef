model M
  parameter Boolean c;
  Real x(start = 1, fixed = true);
equation
  if c then
    der(x) = -x;
  else
    when sample(0, 0.1) then
      x = pre(x) - 0.1;
    end when;
  end if;
end M;
