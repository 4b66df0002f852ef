// A variable that cancels in an equation is not what it can be solved for; an algorithm in an algebraic loop.
model cancelled
  Real x, z, a, u, v;
algorithm
  a := z;
equation
  a = 2*x + 1;
  z = z + x + time;
  u + v + x = v + u + 2*x - v + u;
  u - 2*v = time + u;
  assert(abs(x + time) < 1e-9 and abs(z - 1 + 2*time) < 1e-9, "the loop");
  assert(abs(v + time/2) < 1e-9 and abs(u - (-x + v)) < 1e-9, "cancelled twice");
end cancelled;
