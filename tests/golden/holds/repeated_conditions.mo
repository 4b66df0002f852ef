// Assertions that repeat conditions of the model, in the same form or in another one, agree with the
// branches that are taken: before, at and after the instant at which a condition changes.
model repeated_conditions
  parameter Real d = 0.1, T = 0.3;
  Real x(start = 0, fixed = true), y, z, w;
  Boolean whole = (time - 0.1)/d >= 3, part = time/T > 0.7, root = sqrt(x) > 0.5;
equation
  der(x) = 1;
  y = if x < 0.25 then 0 else 1;
  if time >= 0.5 then
    z = 1;
  else
    z = 0;
  end if;
  if time > 0.7 then
    2*w = time;
  else
    w + 2 = time;
  end if;
  assert(x >= 0.25 or y < 0.5, "y changes early");
  assert(not x >= 0.25 or y > 0.5, "y changes late");
  assert(0.5 > time or z > 0.5, "z changes late");
  assert(time >= 0.5 or z < 0.5, "z changes early");
  assert(time > 0.7 or abs(w + 2 - time) < 1e-6, "the second branch holds before");
  assert(time <= 0.7 or abs(2*w - time) < 1e-6, "the first branch holds after");
  if time > 0.7 then
    assert(w > 0, "w is positive after");
  else
    assert(w < 0, "w is negative before");
  end if;
  // what may have no value is looked at on the way
  assert((time - 0.1)/d >= 3 or not whole, "early by a quotient");
  assert(not (time - 0.1)/d >= 3 or whole, "late by a quotient");
  assert(time/T > 0.7 or not part, "early by a fraction");
  assert(time/T <= 0.7 or part, "late by a fraction");
  assert(sqrt(x) > 0.5 or not root, "early by a root");
  assert(sqrt(x) <= 0.5 or root, "late by a root");
  annotation(experiment(StopTime = 1, Interval = 0.1));
end repeated_conditions;
