model E0518_when
  Real x(start = 0, fixed = true);
  discrete Real n;
equation
  der(x) = 1;
  when noEvent(time > 0.5) then
    n = 1;
  end when;
algorithm
  when {initial(), noEvent(x > 2)} then
    reinit(x, 0);
  end when;
end E0518_when;
