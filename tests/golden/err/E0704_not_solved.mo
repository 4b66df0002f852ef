model NotSolved
  Integer n, k;
equation
  n + k = 3;
  n - 1 = 2*k;
end NotSolved;
