// A function without arguments in a branch that is not taken is not called (MLS 3.6.5).
model branch_without_arguments
  function never
    output Real y;
  algorithm
    y := 2;
    assert(false, "it was called");
  end never;
  parameter Boolean b = true;
  Real x = if b then 1 else never();
  Real y = if time < 2 then 1 else never();
equation
  assert(abs(x + y - 2) < 1e-12, "the branch that is taken");
end branch_without_arguments;
