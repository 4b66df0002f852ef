// Integers that functions limit: what they are given and what they give. 5! is more than 100.
model IntegerLimits
  function factorial
    input Integer n(min = 0, max = 5);
    output Integer f(max = 100);
  algorithm
    f := 1;
    for k in 1:n loop
      f := k*f;
    end for;
  end factorial;
  Integer n = integer(5*time);
  Integer m = factorial(n);
  annotation (experiment(StopTime = 1.3, Interval = 0.1));
end IntegerLimits;
