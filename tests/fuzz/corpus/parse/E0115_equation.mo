model M
  Real x;
  Integer n;
equation
  x := 1;
  x + 1;
  x == 2;
  while x > 1 loop
    x = 2;
  end while;
  Real late;
algorithm
  n = 1;
  connect(a, b);
  n;
end M;
