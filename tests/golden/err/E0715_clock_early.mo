model ClockEarly
  Real a, b;
equation
  a = sample(time, Clock(3, 10));
  b = backSample(a, 2);
end ClockEarly;
