// The predefined functions lie at the root, reductions among them: a dot in front asks for those
// (MLS 5.3.3), also where a class of that name is nearer.
model reductions_at_root
  function sum "Hides the predefined one"
    input Real x[:];
    output Real y = 100;
  algorithm
  end sum;
  function squares
    input Real x[:];
    output Real y;
  algorithm
    y := .sum(x[i]^2 for i in 1:.size(x, 1));
  end squares;
  constant Real v[3] = {1, 2, 3};
  Real one = 1 + 0*time;
  Real doubled[3] = .array(2*x*one for x in v);
equation
  assert(sum(v*one) > 99 and .sum(v*one) < 7, "calls");
  assert(.abs(.sum(one*x^2 for x in v) - 14) < 1e-9 and .abs(squares(v*one) - 14) < 1e-9, "sums");
  assert(.abs(.product(x*one for x in v) - 6) < 1e-9 and .max(-x*one for x in v) > -1.1 and .min(-x*one for x in v) < -2.9, "others");
  .assert(doubled[3] > 5.9, "arrays");
end reductions_at_root;
