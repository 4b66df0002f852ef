model Same "The third equation follows from the others: none is left for their common value"
  Boolean a, b, c;
equation
  a = b;
  b = not c;
  c = not a;
end Same;
