model ClockMixed
  Real x(start = 0, fixed = true), xd, u;
equation
  der(x) = u;
  xd = sample(x, Clock(0.1));
  u = 2*xd;
end ClockMixed;
