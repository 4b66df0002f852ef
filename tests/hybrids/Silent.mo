// y = 1.19: noEvent in noEvent
model Silent1
  Real y(start = 0, fixed = true);
equation
  der(y) = noEvent(if time > 0.3 then noEvent(if time < 0.31 then 50 else 1) else 0);
  annotation(experiment(StopTime = 1));
end Silent1;

// y = 0.574856336772296: min of max
model Silent2
  Real y(start = 0, fixed = true);
equation
  der(y) = min(max(sin(10*time), -0.2), 0.7);
  annotation(experiment(StopTime = 3));
end Silent2;

// y = 1.24191802548159: abs of a product
model Silent3
  Real y(start = 0, fixed = true);
equation
  der(y) = abs(sin(7*time)*cos(11*time));
  annotation(experiment(StopTime = 3));
end Silent3;

// y = 0.5: a thin spike of straight lines
model Silent4
  Real y(start = 0, fixed = true);
equation
  der(y) = 1000*max(0, 1 - abs((time - 0.613)/0.0005));
  annotation(experiment(StopTime = 1));
end Silent4;

// y = 0.18: smooth(0, …) with a kink
model Silent5
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = smooth(0, if x > 0.4 then x - 0.4 else 0);
  annotation(experiment(StopTime = 1));
end Silent5;

// y = 0.0538684110563662: a delay of a delay
model Silent6
  Real y(start = 0, fixed = true);
equation
  der(y) = delay(delay(sin(30*time), 0.1), 0.15);
  annotation(experiment(StopTime = 2));
end Silent6;

// n = 11: crossings of a delay of a delay
model Silent7
  Integer n(start = 0, fixed = true);
equation
  when delay(delay(cos(25*time), 0.1), 0.1) > 0.3 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end Silent7;

// n = 1: roots that are 1e-6 apart
model Silent8
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 and x < 0.500001 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Silent8;

// n = 1: roots of a product that are 5e-5 apart
model Silent9
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when (x - 0.5)*(x - 0.50005) < 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Silent9;

// x = 0.441169003602148: an integrator that saturates
model Silent10
  Real x(start = 0, fixed = true);
  Real u;
equation
  u = 6*cos(3*time);
  der(x) = noEvent(if x >= 1 and u > 0 or x <= -1 and u < 0 then 0 else u);
  annotation(experiment(StopTime = 2));
end Silent10;

// y = 0.0596875111363673: a dead zone
model Silent11
  Real y(start = 0, fixed = true);
  Real u;
equation
  u = sin(13*time);
  der(y) = noEvent(if abs(u) < 0.4 then 0 else u - 0.4*sign(u));
  annotation(experiment(StopTime = 2.1));
end Silent11;

// y = 2.86240557879894: pulses at the tops of a sine
model Silent12
  Real y(start = 0, fixed = true);
equation
  der(y) = noEvent(if sin(50*time) > 0.999 then 100 else 0);
  annotation(experiment(StopTime = 2));
end Silent12;

// y = 1: a sawtooth
model Silent13
  Real y(start = 0, fixed = true);
equation
  der(y) = noEvent(mod(7*time, 1));
  annotation(experiment(StopTime = 2));
end Silent13;

// y = 3.14111646312692: a narrow resonance of a state
model Silent14
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 0.001/((x - 3)^2 + 0.001^2);
  annotation(experiment(StopTime = 10));
end Silent14;

// y = 2: a narrow front
model Silent15
  Real y(start = 0, fixed = true);
equation
  der(y) = 1000*(1 - tanh(1000*(time - 2.2))^2);
  annotation(experiment(StopTime = 5));
end Silent15;

// y = 9: stairs without events
model Silent16
  Real y(start = 0, fixed = true);
equation
  der(y) = noEvent(floor(5*time));
  annotation(experiment(StopTime = 2));
end Silent16;

// x = 0.5: an oscillator driven by sign
model Silent17
  Real x(start = 0.5, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -sign(x);
  annotation(experiment(StopTime = 4));
end Silent17;

// v = 0.00049787068367864: friction that is limited ends nearly at rest
model Silent18
  Real v(start = 0.73, fixed = true);
equation
  der(v) = -min(1, max(-1, v/0.01));
  annotation(experiment(StopTime = 0.75));
end Silent18;

// y = 2: abs of a state
model Silent19
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 30*cos(30*time);
  der(y) = abs(x);
  annotation(experiment(StopTime = 3.141592653589793));
end Silent19;

// y = 2.09760346157409: what is above a limit
model Silent20
  Real y(start = 0, fixed = true);
equation
  der(y) = 100*max(0, sin(20*time) - 0.9);
  annotation(experiment(StopTime = 2));
end Silent20;

// y = 1: a spike with a kink
model Silent21
  Real y(start = 0, fixed = true);
equation
  der(y) = 500*exp(-abs(time - 1.7)/0.001);
  annotation(experiment(StopTime = 4));
end Silent21;

// y = 0.997234683336506: a relation in noEvent
model Silent22
  Real y(start = 0, fixed = true);
equation
  der(y) = if noEvent(sin(40*time) > 0.5) then 1 else 0;
  annotation(experiment(StopTime = 3));
end Silent22;

// y = 0.965251663189927: pulses of an oscillator
model Silent23
  Real x(start = 0, fixed = true);
  Real v(start = 10, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -100*x;
  der(y) = noEvent(if x > 0.8 and v > 0 then 3 else 0);
  annotation(experiment(StopTime = 3));
end Silent23;

// y = -0.973480298549681: min of three
model Silent24
  Real y(start = 0, fixed = true);
equation
  der(y) = min({sin(9*time), cos(9*time), 0.3});
  annotation(experiment(StopTime = 2));
end Silent24;

// y = 8.86226925452758: a train of bumps
model Silent25
  Real y(start = 0, fixed = true);
equation
  der(y) = noEvent(exp(-((mod(time, 1) - 0.5)/0.004)^2))/0.004;
  annotation(experiment(StopTime = 5));
end Silent25;

// y = 0.886226925452758: a burst of oscillations
model Silent26
  Real y(start = 0, fixed = true);
equation
  der(y) = 20*exp(-((time - 3)/0.05)^2)*sin(400*time)^2;
  annotation(experiment(StopTime = 10));
end Silent26;

// y = 3.13759265892311: an inverse that is narrow
model Silent27
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 100/(1 + ((x - 5)/0.01)^2);
  annotation(experiment(StopTime = 10));
end Silent27;

// y = 1.51246443365979: a root near zero
model Silent28
  Real y(start = 0, fixed = true);
equation
  der(y) = sqrt(0.001 + abs(sin(8*time)));
  annotation(experiment(StopTime = 2));
end Silent28;

// y = 1: a narrow bell, whose last tail is like a kink
model Silent29
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1/(1e-4*sqrt(3.14159265358979))*exp(-((x - 0.5)/1e-4)^2);
  annotation(experiment(StopTime = 1));
end Silent29;

// y = 2: a step without events, and a bump by a function that overflows around it
model Silent30
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 100*noEvent(if abs(x - 0.36) < 0.005 then 1 else 0) + 1/(2*1.5e-4)*1/cosh((x - 0.5)/1.5e-4)^2;
  annotation(experiment(StopTime = 1));
end Silent30;

// y = 2.1: three bumps, of which each makes the rest rough, though not by much
model Silent31
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
  Real s;
equation
  der(x) = 1;
  s = x + 0.05*sin(6*x);
  der(y) = (1/1.2e-4*smooth(0, noEvent(if s < 0.474 - 6e-5 or s > 0.474 + 6e-5 then 0 else 1 + cos(3.14159265358979*(s - 0.474)/6e-5)))
    + 0.1*sqrt(2)/(3.14159265358979*0.005)*1/(1 + ((s - 0.483)/0.005)^4)
    + 1/(6e-4*sqrt(3.14159265358979))*exp(-((s - 0.579)/6e-4)^2))*(1 + 0.3*cos(6*x));
  annotation(experiment(StopTime = 1));
end Silent31;
