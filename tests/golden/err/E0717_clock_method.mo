model ClockMethod
  Real x(start = 1), u;
equation
  u = sample(time, Clock(0.1));
  der(x) = u - x;
end ClockMethod;
