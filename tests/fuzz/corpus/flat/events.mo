model Events
  parameter Real period = 0.1;
  Integer n(start = 0, fixed = true);
  discrete Real held(start = 0);
  Real x(start = 1, fixed = true);
  Boolean above = x > 0.5;
equation
  der(x) = if above then -1 else 1;
  when sample(0, period) then
    n = pre(n) + 1;
    held = x;
  elsewhen x < 0.1 then
    n = 0;
    held = pre(held);
  end when;
  when n > 10 then
    reinit(x, 1);
  end when;
  assert(x < 2, "x is too large: " + String(x));
end Events;
