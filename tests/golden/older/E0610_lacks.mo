// Nobody misses the gain of the part that was put in.
model Lacks
  block Gain
    parameter Real k = 1;
    Real u, y;
  equation
    y = k*u;
  end Gain;
  block Through
    Real u, y;
  equation
    y = u;
  end Through;
  model Loop
    replaceable Gain part;
  equation
    part.u = time;
  end Loop;
  Loop one(redeclare Through part);
end Lacks;
