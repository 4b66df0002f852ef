// Thousands of equations in one if-equation, in one algorithm, in one function: what each of them
// determines is found although no list of all pairs is made.
model wide
  constant Integer n = 2100;
  constant Integer m = 10500;
  Boolean second = time > 0.5;
  Real x[n], y[n], s;
  Real element[m], whole[m], parts[m];
  Real late[m](each start = 0, each fixed = true);
  parameter Real first[m](each fixed = false);
initial algorithm
  for i in 1:m loop
    first[i] := 2*i;
  end for;
equation
  s = x[1] + 1;
  if second then
    for i in 1:n loop
      2*x[i] = i*time;
      y[i] - 3 = x[i];
    end for;
  else
    for i in 1:n loop
      x[i] + i = time;
      y[i] = i;
    end for;
  end if;
algorithm
  for i in 1:m loop
    element[i] := i*time;
  end for;
algorithm
  whole := {i + time for i in 1:m};
algorithm
  parts[1:n] := fill(time, n);
  parts[n + 1:m] := fill(2*time, m - n);
algorithm
  when time > 0.25 then
    for i in 1:m loop
      late[i] := i*time;
    end for;
  end when;
equation
  when time > 0.3 then
    assert(abs(x[2] + 2 - time) < 1e-6 and abs(y[n] - n) < 1e-6, "the branch of else holds");
    assert(late[4] >= 1 and late[4] < 1.01, "the when assigned at its event");
    assert(abs(first[m] - 2*m) < 1e-6, "so did the initial algorithm");
  end when;
  when time > 0.75 then
    assert(abs(y[n] - 3 - n*time/2) < 1e-6, "the branch of then holds");
    assert(abs(element[m] - m*time) < 1e-6 and abs(whole[m] - m - time) < 1e-6, "all is assigned");
    assert(abs(parts[n] - time) + abs(parts[m] - 2*time) < 1e-6, "slices are assigned");
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.5));
end wide;
