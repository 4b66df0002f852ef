model E0401_ln "Functions that older tools know without a declaration"
  Real x = ln(2 + time);
  Real y = der(x);
  Real z = ln(3);
equation
  assert(abs(z - log(3)) < 1e-15, "the natural logarithm");
end E0401_ln;
