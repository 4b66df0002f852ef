// Rows alone would have three unknowns torn; from x1 and x5 all others follow.
model torn
  Real x1, x2, x3, x5, x6, x7, x8, x9, x11, x12, x14;
  Real u = sin(time);
equation
  7*x1 + 2*x3 = 8;
  8*x1 + 3*x3 + 6*x9 = 5;
  4*x8 + 5*x3 = 9;
  2*x8 + 5*x11 + 6*x12 = 5;
  2*x12 + 9*x6 = 9;
  3*x6 + 3*x9 + 6*x14 = 7;
  5*x2 + 6*x11 + 2*x7 = 6;
  4*x7 + 5*x8 + 8*x5 = 5;
  7*x9 + 8*x11 + 4*x14 = u;
  7*x1 + 2*x2 + 7*x7 = 1;
  6*x1 + 5*x2 + 4*x5 = 5;
end torn;
