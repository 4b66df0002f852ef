model Clocked
  Real x(start = 0), y;
equation
  when Clock(0.1) then
    x = previous(x) + 1;
  end when;
  y = hold(x);
end Clocked;
