// What is never run assigns nothing, and that is said.
model E0302_never_run
  Real x[2], y;
algorithm
  for i in 4:3 loop
    x[i] := i*time;
  end for;
algorithm
  if false then
    y := time;
  end if;
end E0302_never_run;
