// What cancels may leave nothing of a loop: its equations are then solved one after the other.
model cancelled_wholly
  Real x[3], z[3], u[3], v = -time/2;
equation
  for i in 1:3 loop
    z[i] = 2*x[i] + 1;
    u[i] = z[i] + x[i] + time;
    assert(abs(x[i] - (v - 1)/2) < 1e-9, "the loop");
    assert(abs(u[i] - v - x[i] - time) < 1e-9, "what cancels");
  end for;
  x[1] = u[1]*2 + 1*x[1] - v + z[1] - 2*u[1];
  u[2] + v + x[2] = v + u[2] + x[2] - v + z[2] + v - v;
  u[3] - u[3] = z[3] - v;
end cancelled_wholly;
