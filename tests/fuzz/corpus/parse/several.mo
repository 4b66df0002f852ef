within Demo;
model Tank "Many independent mistakes, one message each"
  parameter Real A = 1 "area"
  parameter Real h0(start = 1;
  Real h;
  Flow q_in, , q_out;
equation
  A*der(h) = q_in - q_out;
  if h > 1 then
    q_out = 2^-1;
  end while;
  q_in == 0.5;
  connect(port_a, port_b;
algorithm
  n = n + 1;
end Tnak;
