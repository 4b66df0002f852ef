model M
  Real x[3], y[4];
algorithm
  for i loop
    x[i] := i;
    y[i] := i;
  end for;
end M;
