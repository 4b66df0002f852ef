model M
  constant Integer a = b + 1;
  constant Integer b = a - 1;
  Real x[a];
equation
  x = zeros(a);
end M;
