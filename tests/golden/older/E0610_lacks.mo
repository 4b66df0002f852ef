// Nobody misses the gain of the part that was put in.
model Lacks
  block Gain
    parameter Real k = 1;
    input Real u;
    output Real y;
  equation
    y = k*u;
  end Gain;
  block Through
    input Real u;
    output Real y;
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
