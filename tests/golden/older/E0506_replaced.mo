// What was said of the first part says nothing of the one that replaced it.
model Replaced
  block Gain
    parameter Real k = 1;
    input Real u;
    output Real y;
  equation
    y = k*u;
  end Gain;
  block Shift
    parameter Real d = 1;
    input Real u;
    output Real y;
  equation
    y = u + d;
  end Shift;
  model Base
    replaceable Gain part;
  equation
    part.u = time;
  end Base;
  model Loop
    extends Base(redeclare replaceable Gain part(k = 2));
  end Loop;
  Loop one(redeclare Shift part(d = 3));
end Replaced;
