model Misplaced
  Real x = time;
  discrete Real y;
algorithm
  when x > 2 then
    when x < 5 then
      y := x;
    end when;
  end when;
  if x > 3 then
    break;
  end if;
end Misplaced;
