model Events "instants, samples, a loop of discrete variables, a mixed block, a delay"
  Real x(start = 0, fixed = true), i, u, d;
  Boolean on, off(start = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  Boolean step = time > 0.5;
equation
  on = u - i > 0.5;
  i = if on then u / 2 else 0;
  u = 2 * sin(time) - 0.1 * i;
  der(x) = if step then -x else 1;
  off = not pre(off) or x > 3;
  when sample(0, 0.1) then
    n = pre(n) + 1;
  end when;
  when {n > 2, off} then
    m = pre(m) + n;
  end when;
  d = delay(if step then 1 else 0, 0.2);
end Events;
