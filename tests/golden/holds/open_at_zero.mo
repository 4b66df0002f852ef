model open_at_zero "An open relation of time at zero, where runs begin, is taken at its word"
  Real x(start = 0, fixed = true);
  Real mean = if time <= 0 then 2 else x/time;
  Real other = if time > 0 then x/time else 2;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 2;
  when time > 0 then
    n = pre(n) + 1;
  end when;
  assert(abs(mean - 2) < 1e-9 and abs(other - 2) < 1e-9, "the mean of a constant");
  when terminal() then
    assert(n == 1, "once, not at the start");
  end when;
end open_at_zero;
