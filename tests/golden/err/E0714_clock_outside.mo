model ClockOutside
  Real x(start = 0, fixed = true);
equation
  der(x) = interval();
end ClockOutside;
