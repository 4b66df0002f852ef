model Ladder "many relations of one expression"
  Real x(start = 0, fixed = true);
  Boolean above[16] = {x > k for k in 1:16};
  Integer n = sum(if above[k] then 1 else 0 for k in 1:16);
equation
  der(x) = 1;
end Ladder;
