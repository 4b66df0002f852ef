// Variables that cancel, on both sides or on one, are not needed to evaluate an equation of a loop.
model cancelled_in_loop
  Real x[3], z[3], u[3], v = -time/2;
equation
  for i in 1:3 loop
    z[i] = 2*x[i] + 1;
    u[i] = z[i] + x[i] + time;
    assert(abs(x[i] + (1 + time/2)/3) < 1e-9, "the loop");
    assert(abs(u[i] - time/2) < 1e-9, "what cancels");
  end for;
  u[1] + v + x[1] = v + u[1] + 2*x[1] - v + z[1] + v - v;
  u[2] + x[2] - u[2] = 2*x[2] - v + z[2];
  x[3] = u[3]*2 + 2*x[3] - v + z[3] - 2*u[3];
end cancelled_in_loop;
