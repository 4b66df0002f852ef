model ClockWhen
  Real x(start = 0), y(start = 0);
equation
  when Clock(0.1) then
    x = previous(x) + 1;
  elsewhen time > 3 then
    x = 0;
  end when;
  if time > 2 then
    when Clock(0.2) then
      y = previous(y) + 1;
    end when;
  else
    y = 3;
  end if;
end ClockWhen;
