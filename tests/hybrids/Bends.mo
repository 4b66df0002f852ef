// y = 0.570790120848809: kinks come out of a delay
model Bends1
  Real y(start = 0, fixed = true);
equation
  der(y) = delay(max(0, sin(15*time)), 0.25);
  annotation(experiment(StopTime = 2));
end Bends1;

// y = 0.570790120848809: kinks at events come out of a delay
model Bends2
  Real y(start = 0, fixed = true);
equation
  der(y) = delay(if sin(15*time) > 0 then sin(15*time) else 0, 0.25);
  annotation(experiment(StopTime = 2));
end Bends2;

// y = 0.598082693683743: jumps without events come out of a delay
model Bends3
  Real y(start = 0, fixed = true);
equation
  der(y) = delay(noEvent(if sin(15*time) > 0.5 then 1 else 0), 0.25);
  annotation(experiment(StopTime = 2));
end Bends3;

// y = 1.02900069484974: kinks go through two delays
model Bends4
  Real y(start = 0, fixed = true);
equation
  der(y) = delay(delay(abs(sin(7*time)), 0.15), 0.25);
  annotation(experiment(StopTime = 2));
end Bends4;

// y = 1.07984267702605: what is there before the history begins
model Bends5
  Real y(start = 0, fixed = true);
equation
  der(y) = delay(max(cos(9*time), 0.25), 0.3);
  annotation(experiment(StopTime = 2));
end Bends5;

// y = 0.002: a thin pulse with events comes out of a delay
model Bends6
  Real y(start = 0, fixed = true);
equation
  der(y) = delay(if time > 0.5 and time < 0.502 then 1 else 0, 0.3);
  annotation(experiment(StopTime = 2));
end Bends6;

// y = 0.917312527541729: two delays of one input
model Bends7
  Real y(start = 0, fixed = true), u;
equation
  u = max(0, sin(15*time));
  der(y) = delay(u, 0.5) + delay(u, 1);
  annotation(experiment(StopTime = 2));
end Bends7;

// n = 3: crossings of a wave of straight lines that was delayed
model Bends8
  Integer n(start = 0, fixed = true);
equation
  when delay(noEvent(abs(mod(4*time, 2) - 1)), 0.1) > 0.95 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end Bends8;
