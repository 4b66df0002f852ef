model sampled "a clocked controller, a part of it slower, and a continuous filter with a clock"
  Real y(start = 0, fixed = true), u, yd, ud, f(start = 1);
  Integer n(start = 0), slow;
equation
  der(y) = u - y;
  u = hold(ud);
  yd = sample(y, Clock(Clock(1, 10), solverMethod = "ImplicitEuler"));
  der(f) = yd - f;
  ud = 1 - f;
  n = previous(n) + (if firstTick(f) then 1 else 2);
  slow = subSample(n, 3);
end sampled;
