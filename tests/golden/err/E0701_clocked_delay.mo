model ClockedDelay
  Real x;
equation
  x = delay(sample(time, Clock(0.1)), 0.2);
end ClockedDelay;
