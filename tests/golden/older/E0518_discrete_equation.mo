// MLS 4.5: a discrete Real gets its values from when-clauses; what others give it must not change
// between events.
model M
  discrete Real x, y(start = 0, fixed = true), z, w;
  input Real u;
equation
  x = time;
  when x > 0.5 then
    y = time;
  end when;
  z = 2*y + (if time > 0.5 then 1 else 0);
  w + 1 = u;
end M;
