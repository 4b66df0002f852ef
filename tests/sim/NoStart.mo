model NoStart "no real number solves this"
  Real x(start = 1);
equation
  x ^ 2 + 1 = 0.5 - time;
end NoStart;
