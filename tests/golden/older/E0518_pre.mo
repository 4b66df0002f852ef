// MLS 3.7.5: outside of whens pre and change are for variables that change at events only.
model M
  Real x(start = 0, fixed = true), y = pre(x), s(start = 0), v[2] = {x, 2*x};
  Boolean b = change(v[2]);
  discrete Real last(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    last = pre(x);
    s = pre(s) + 1;
  end when;
  assert(pre(last) <= 1 and pre(s) <= 1, "these change at events only");
end M;
