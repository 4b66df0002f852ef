model Loop "a function with a loop: code of functions"
  function power
    input Real x;
    input Integer n;
    output Real y = 1;
  algorithm
    for i in 1:n loop
      y := y * x;
    end for;
  end power;
  Real x(start = 1, fixed = true);
equation
  der(x) = -power(x, 3);
end Loop;
