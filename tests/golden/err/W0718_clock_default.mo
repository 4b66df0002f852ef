model ClockDefault
  Integer n(start = 0);
equation
  n = previous(n) + 1;
end ClockDefault;
