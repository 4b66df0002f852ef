// n = 14: the tips of a delayed sine of a state
model Histories1
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when delay(sin(9*x), 0.3) > 0.999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Histories1;

// n = 80: a sine of 8 Hz through a loop whose end is not known
model Histories2
  function root
    input Real a;
    output Real r;
  algorithm
    r := a;
    while abs(r*r - a) > 1e-10*a loop
      r := 0.5*(r + a/r);
    end while;
  end root;
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when root(1.1 + sin(16*3.14159265358979*x)) > 1.449 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Histories2;

// n = 22: a delayed sine that decays
model Histories3
  Integer n(start = 0, fixed = true);
equation
  when delay(sin(20*time), 0.1)*exp(-0.1*time) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 8));
end Histories3;

// n = 8: a pendulum on a rod: high index, states chosen while it runs
model Histories4
  Real x(start = 1), y(start = 0, fixed = true);
  Real vx, vy(start = 0, fixed = true), F;
  Integer n(start = 0, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
  when y > -0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Histories4;

