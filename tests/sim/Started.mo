model Started "Whose start values count"
  parameter Real p(fixed = false, start = 2), twice = 2*p;
  final parameter Real last = 3;
  Real x(start = 1, fixed = true), alias = x, minus = -x;
  Real steady(start = 5), guess(start = 0.3), part, rest;
  Integer level = if x > 0.5 then 1 else 2, count(start = 1, fixed = true);
  discrete Real held(start = 4);
initial equation
  p = 7;
  der(steady) = 0;
equation
  der(x) = -last*x;
  der(steady) = twice - steady;
  guess + 0.1*sin(guess) = x;
  part + rest = x;
  part - rest = 1;
  when sample(0.5, 1) then
    count = pre(count) + 1;
    held = x;
  end when;
end Started;
