// n = 10: two masses on a rod, one wall: steps of a constrained system
model Constraints1
  Real x(start = 0, fixed = true);
  Real v(start = 1, fixed = true);
  Real y;
  Real w;
  Real f;
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -400*x + f;
  y = 2*x;
  der(y) = w;
  der(w) = -400*y - f;
  when y > 0.05 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end Constraints1;

// n = 16: a pendulum in small swings: passes through the middle
model Constraints2
  Real x(start = 0.001, fixed = true);
  Real y(start = -1);
  Real vx(start = 0, fixed = true);
  Real vy;
  Real F;
  Integer n(start = 0, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 100;
  x^2 + y^2 = 1;
  when x > 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10.1));
end Constraints2;

