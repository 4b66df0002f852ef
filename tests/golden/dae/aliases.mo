model Aliases "What stands for what"
  record Part
    Real v(start = 2), w(nominal = 50);
  end Part;
  Part part;
  input Real u;
  output Real out;
  parameter Real p = 3;
  Real x(start = 1, fixed = true), minus(start = -4, fixed = true), same(stateSelect = StateSelect.prefer);
  Real one, two, three, sum, zero, last;
  Boolean b(start = true, fixed = true), c, d, e = false, f;
  Integer i, j(start = 5);
  String text = "known";
  discrete Real sampled;
  Real shown, rate;
equation
  x = part.v;
  x + minus = 0;
  same - x = 0;
  der(minus) = -u;
  one = der(same) + rate;
  two = p;
  three = p*p + 1;
  sum = two + three;
  2*zero = 0;
  part.w = zero*x + last;
  last = sin(time);
  out = u;
  b = not c;
  c = not d;
  d = x > 0.5;
  f = e or b;
  i = -j;
  j = if x > 2 then 1 else 2;
  when sample(0, 1) then
    sampled = x;
  end when;
  shown = sampled;
  der(rate) = 0;
end Aliases;
