// n = 31: a damped sine
model Products1
  Integer n(start = 0, fixed = true);
equation
  when sin(60*time + 0.2)*exp(-0.5*time) > 0.2 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 6));
end Products1;

// n = 31: a damped sine, the envelope is a state
model Products2
  Real a(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(a) = -0.5*a;
  when a*sin(60*time + 0.2) > 0.2 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 6));
end Products2;

// n = 21: beats
model Products3
  Integer n(start = 0, fixed = true);
equation
  when sin(50*time)*sin(47*time) > 0.95 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Products3;

// n = 6: product of two oscillators' states
model Products4
  Real x(start = 0, fixed = true);
  Real v(start = 20, fixed = true);
  Real y(start = 1, fixed = true);
  Real w(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -400*x;
  der(y) = w;
  der(w) = -169*y;
  when x*y > 0.9 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 6));
end Products4;

// n = 64: a square of a sine touches 1 often
model Products5
  Integer n(start = 0, fixed = true);
equation
  when sin(40*time + 0.1)^2 > 0.98 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Products5;

// n = 2: a cubic polynomial of a state
model Products6
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when (x - 0.3)*(x - 0.31)*(x - 0.9) > 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Products6;

// n = 1: a polynomial with two near roots
model Products7
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when (x - 5.0001)*(x - 5.0003) < 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Products7;

// n = 3: six roots of a polynomial of a state
model Products8
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when (x - 1)*(x - 2)*(x - 3)*(x - 4)*(x - 4.01)*(x - 4.5) > 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 6));
end Products8;

// n = 30: a quotient
model Products9
  Integer n(start = 0, fixed = true);
equation
  when sin(30*time + 0.4)/(2 + cos(31*time)) > 0.6 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Products9;

// n = 48: a power of a state
model Products10
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -0.1*x;
  when x^3*sin(100*time + 0.2) > 0.3 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end Products10;

// t0 = 0.0860952601060644: energy of a damped oscillator falls under 0.6 of its first value once
model Products11
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Real t0(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -400*x - 6*v;
  when 200*x^2 + v^2/2 < 120 then
    t0 = time;
  end when;
  annotation(experiment(StopTime = 12));
end Products11;
