model ClockArgument
  Real a, b, c;
  Clock k = Clock(Clock(1, 10), solverMethod = "Euler");
equation
  a = sample(time, k);
  b = previous(2*a);
  c = shiftSample(a, -1);
end ClockArgument;
