model ClockEvent
  Integer n(start = 0), m;
equation
  when Clock(sin(time) > 0) then
    n = previous(n) + 1;
  end when;
  m = superSample(n, 2);
end ClockEvent;
