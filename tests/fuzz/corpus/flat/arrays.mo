// Sizes follow from values; the last iterator is the outermost (MLS 10.4.1.2).
model Arrays
  parameter Integer n = 2;
  parameter Real A[:, :] = [1, 2; 3, 4];
  parameter Real v[:] = {i^2 for i in 1:3};
  Real x[n], y[size(A, 1)], t[3, 2];
equation
  x = A*{1, time};
  y = transpose(A)*x;
  t = {10*i + j for j in 1:2, i in 1:3};
end Arrays;
