// vector and matrix lose no elements (MLS 10.3.2).
model E0406_reshaped
  Real v[4] = vector([1, 2; 3, 4]);
  Real m[2, 2] = matrix({{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}});
  Real row[2] = vector([1, 2]), column[2, 1] = matrix({1, 2}), one[1] = vector(3);
end E0406_reshaped;
