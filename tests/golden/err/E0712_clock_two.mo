model ClockTwo
  Real a, b, c;
equation
  a = sample(time, Clock(1, 10));
  b = sample(time, Clock(1, 4));
  c = a + b;
end ClockTwo;
