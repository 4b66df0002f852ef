model E0518_start
  Real x(start = y), y = time, z(max = 2*x, nominal = 1);
equation
  der(x) = 1;
  z = x;
end E0518_start;
