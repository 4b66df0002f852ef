model M
  Real x(start = 0), y(start = 0);
equation
  when time > 0.5 then
    x = 1;
  elsewhen time > 0.7 then
    y = 2;
  end when;
end M;
