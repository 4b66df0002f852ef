model Relations "One variable for each relation that makes events; time events"
  parameter Real period = 0.3, t0 = 0.1, gain = 2;
  Real x(start = 0, fixed = true), y, z, u, stream_in;
  Boolean a = x > y, b = y >= x, c = not x <= y, d = x - y > 0, e = x < y, f = 0 < x - y;
  Boolean parameters = gain > 1;
  Boolean pulse = time > t0, pulse2 = 2*(t0 - time)/period < 1, pulse3 = gain*time <= t0;
  Boolean both = time > x, squared = time^2 > 4;
  Integer n = integer((time - t0)/period), m = integer(x);
  Real r[6];
  discrete Real next(start = 0, fixed = true);
  Boolean later = time >= pre(next) + period;
equation
  der(x) = 1;
  y = smooth(1, if x > 2 then 2*x - 2 else x);
  z = smooth(0, if x > 4 then x else 4);
  u = if noEvent(x > 5) then 1 else abs(x) + max(x, y) + sign(x - 1);
  stream_in = semiLinear(x - 1, 2, 3);
  r = {floor(x), ceil(x), mod(x, 3), rem(x, 3), div(x, 3), delay(x, 0.5)};
  when later then
    next = pre(next) + period;
  end when;
end Relations;
