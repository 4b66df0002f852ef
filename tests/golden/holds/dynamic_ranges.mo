// Ranges and slices in algorithms may have sizes that are known at run time only (MLS 11.2.2, 10.5).
model dynamic_ranges
  parameter Real a[4] = {1, 2, 3, 4};
  Integer n = if time < 0.5 then 2 else 3;
  Real s, v[4], w, q, m;
  discrete Real d(start = 0, fixed = true), e[3](each start = 0, each fixed = true);
algorithm
  v := zeros(4);
  v[1:n] := 2*a[1:n];
  w := v[n:4]*a[n:4];
  q := max(a[i]*time for i in 1:n);
  m := sum(i*a[i] for i in 1:n);
  s := 0;
  for i in n:-1:1, j in {1, n} loop
    s := s + i*j;
  end for;
algorithm
  when sample(0.25, 0.5) then
    d := 0;
    for k in 1:n loop
      d := d + a[k];
      e[k] := k;
    end for;
  end when;
equation
  assert(noEvent(if n == 2 then abs(s - 9) < 1e-9 else abs(s - 24) < 1e-9), "s is a sum over a rectangle");
  assert(noEvent(if n == 2 then abs(w - 8) < 1e-9 else abs(w - 18) < 1e-9), "w is a product of slices");
  assert(noEvent(abs(q - n*time) < 1e-12), "q is the largest of a part");
  assert(noEvent(if n == 2 then abs(m - 5) < 1e-9 else abs(m - 14) < 1e-9), "m is a sum of a part");
  assert(noEvent(time < 0.3 or time > 0.7 or abs(d - 3) < 1e-9), "d follows n at its samples");
  assert(noEvent(time < 0.8 or abs(d - 6) + abs(e[3] - 3) < 1e-9), "d follows n, and e is filled as far");
end dynamic_ranges;
