model E0414_each "One start value for all elements of an array"
  Real x[2](start = 1, each fixed = true);
equation
  der(x) = zeros(2);
  assert(x[2] > 0.5, "each element has it");
end E0414_each;
