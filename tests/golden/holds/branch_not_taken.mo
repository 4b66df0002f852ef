// A when-clause in a branch that is not there makes nothing discrete (MLS 8.3.4).
model branch_not_taken
  parameter Boolean continuous = true;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  if continuous then
    der(x) = -x;
  else
    when sample(0, 0.1) then
      x = pre(x) - 0.1;
    end when;
  end if;
  if not continuous then
    when time > 0.5 then
      y = 1;
    end when;
  else
    der(y) = x;
  end if;
  assert(abs(x + y - 1) < 1e-3, "x is integrated");
end branch_not_taken;
