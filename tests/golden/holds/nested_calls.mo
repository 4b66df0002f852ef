// Calls of arrays in arguments of calls: each is taken apart once, not once for each of its elements at each
// level.
model nested_calls
  function half
    input Real x[4];
    output Real y[4];
  algorithm
    for i in 1:4 loop
      y[i] := if x[i] > 0 then x[5 - i]/2 else 0;
    end for;
  end half;
  Real y[4] = half(2*half(2*half(2*half(2*half(2*half(2*half(2*half(2*half(2*half(2*half(2*half(2*half(2*half(2*half(2*half(
    {1, 2, 3, 4}*(1 + time)))))))))))))))));
equation
  assert(abs(y[1] - (1 + time)/2) + abs(y[4] - 2*(1 + time)) < 1e-9, "it is turned round sixteen times");
end nested_calls;
