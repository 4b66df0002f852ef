// A section that assigns an element has the whole array as its output (MLS 11.1.2).
model whole_outputs
  Real c[3](start = {1, 2, 3});
  Integer k[2](start = {5, 6}, each fixed = true);
  Boolean b[2, 2];
  Real z[2];
algorithm
  c[2] := time;
  when sample(0, 0.1) then
    k[1] := pre(k[1]) + 1;
  end when;
  b[1, 2] := time > 0.5;
algorithm
  z[1] := time;
equation
  z[2] = 7;
  assert(noEvent(abs(c[1] - 1) < 1e-9 and abs(c[3] - 3) < 1e-9 and abs(c[2] - time) < 1e-9), "others begin with their start values");
  assert(noEvent(k[2] == 6 and abs(z[2] - 7) < 1e-9), "discrete ones keep theirs, and equations hold");
  assert(not (b[1, 1] or b[2, 1] or b[2, 2]), "Booleans are false");
end whole_outputs;
