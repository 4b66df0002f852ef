// semiLinear of known values, of time and of results of functions (MLS 3.7.2.5).
model semi_linear
  function half
    input Real x;
    output Real y;
  algorithm
    y := x/2;
  end half;
  Boolean b = sin(2*time) < semiLinear(0.3, 1, 2);
  Real x = semiLinear(time - 0.5, 1, 2), y = semiLinear(half(-3.0), 1, 2);
equation
  assert(abs(x - (if noEvent(time < 0.5) then 2 else 1)*(time - 0.5)) < 1e-9, "of time");
  assert(abs(y + 3) < 1e-12, "of a call");
end semi_linear;
