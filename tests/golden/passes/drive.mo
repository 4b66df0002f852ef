model Drive "index 2: a state that a constraint takes away, and a block that is torn"
  parameter Real J1 = 1, J2 = 2, k = 3;
  parameter Real both = J1 + J2;
  Real w1(start = 0, fixed = true), w2, t1, t2;
  Real a, b;
equation
  J1 * der(w1) = t1;
  J2 * der(w2) = t2;
  w1 = k * w2;
  t2 + k * t1 = sin(time) - a;
  a + b * b = w1;
  b + a / both = time;
end Drive;
