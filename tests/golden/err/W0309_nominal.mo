model Scales
  Real x(nominal = 0, start = 1, fixed = true);
  Real y[2](nominal = {1, 0}) = {1, 2}*time;
  Real z[2](each nominal = 1e-3) = {1, 2}*time;
equation
  der(x) = -x;
end Scales;
