model E0804_reinit
  Real x(start = 1, fixed = true), y = 2*x, z;
equation
  der(x) = 0;
  z = sin(time);
  when time > 0.5 then
    reinit(y, 10);
  end when;
algorithm
  when time > 0.7 then
    reinit(z, 3);
  end when;
end E0804_reinit;
