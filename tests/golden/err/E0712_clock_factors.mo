model ClockFactors
  Real a, b;
equation
  a = sample(time, Clock(1, 10));
  b = subSample(a, 3) + superSample(a, 2);
end ClockFactors;
