// What has no value at compile time is no error as long as nobody takes it (1e308*10, an overflow).
model no_value
  Real y = if time < 2 then 1 else semiLinear(1e308*10, 1, 2);
  Real z = if time < 2 then 1 else semiLinear(-1e200/1e-200, 1, 2);
equation
  assert(abs(y + z - 2) < 1e-12, "the branch that is taken");
end no_value;
