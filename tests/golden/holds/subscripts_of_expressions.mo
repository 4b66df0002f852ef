// MLS A.2.7: what stands in parentheses has subscripts as a variable has, of all kinds.
model subscripts_of_expressions
  function last
    input Real u[:];
    output Real y;
  algorithm
    y := (2*u)[end] + (u + u)[1];
  end last;
  function two
    output Real a[2] = {1, 2};
    output Real b = 3;
  end two;
  parameter Real A[2, 2] = {{1, 2}, {3, 4}};
  Real b[2] = {1, time};
  Real y = (A*b)[2];
  Real row[2] = (A + A)[2, :];
  Real both[:] = {(2*b)[3 - i] for i in 1:2};
  Integer k = 1 + (if time > 0.5 then 1 else 0);
  Real moving = ({4, 5})[k];
equation
  assert(abs(y - (3 + 4*time)) < 1e-12, "an element");
  assert(abs(row[1] - 6) + abs(row[2] - 8) < 1e-12, "a slice");
  assert(abs(both[1] - 2*time) < 1e-12 and abs(both[2] - 2) < 1e-12, "in a comprehension");
  assert(abs(last(b) - (2*time + 2)) < 1e-12, "in a function");
  assert(abs((two())[2] - 2) < 1e-12, "of a call");
  assert(abs(moving - 3 - k) < 1e-12, "one that changes");
  assert(abs(((A*A)[1, :])[end] - 10) < 1e-12, "of itself");
end subscripts_of_expressions;
