model E0512_start_circle
  parameter Real a(start = b), b(start = 2*c), c = a;
  parameter Real p(fixed = false, start = p);
initial equation
  p^2 = 4;
end E0512_start_circle;
