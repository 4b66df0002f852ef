model E0406_whole_number "A Real number that is whole stands for an Integer"
  function f
    input Integer u;
    output Integer y;
  algorithm
    y := 7^5;
    y := y + u;
  end f;
  parameter Integer n = 2.0;
  Integer m = f(n);
equation
  assert(m == 16809, "exact");
end E0406_whole_number;
