model M
  discrete Real x, y;
equation
  when time > 1 then
    when time > 2 then
      x = 1;
    end when;
    2*y = 1;
  end when;
end M;
