model Events "Delay, samples, branches, integer operations, terminate"
  function slow
    input Real u;
    output Real y;
  algorithm
    y := u * u - 0.5;
  end slow;
  Real x(start = 0, fixed = true);
  Real v(start = 1, fixed = true);
  Real late = delay(x, 0.3);
  Real branch;
  Integer count(start = 0, fixed = true);
  Boolean up = v > 0;
  Real z[3];
equation
  der(x) = v;
  der(v) = -4 * x - 0.1 * v + (if up then 0.2 else slow(v));
  branch = if x > 0.1 then slow(x) + sqrt(x) elseif x < -0.1 then slow(-x) * abs(x) else -sign(x);
  z[1] + z[2] = x;
  z[1] - 2 * z[2] + z[3] ^ 3 = v;
  z[3] + exp(z[3]) = 1 + x * z[1];
  when {sample(0.1, 0.2), edge(up)} then
    count = pre(count) + div(7, 2) + mod(pre(count), 3);
  end when;
  when x < -0.3 then
    reinit(v, 0.5 * v);
  end when;
  when time > 6.5 then
    terminate("enough");
  end when;
  annotation(experiment(StopTime = 8));
end Events;
