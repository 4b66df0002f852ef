model M
  Real x[3];
equation
  for i loop
    time = 1;
  end for;
  x = {1, 2, 3};
end M;
