// y = 2: abs turns
model Pieces1
  Real y(start = 0, fixed = true);
equation
  der(y) = abs(sin(100*time));
  annotation(experiment(StopTime = 3.1415926535897931));
end Pieces1;

// y = 1.41421356237309: max of two sines
model Pieces2
  Real y(start = 0, fixed = true);
equation
  der(y) = max(sin(40*time), cos(40*time));
  annotation(experiment(StopTime = 3.1415926535897931));
end Pieces2;

// y = -0.684853256372275: min with a constant
model Pieces3
  Real y(start = 0, fixed = true);
equation
  der(y) = min(sin(100*time), 0.5);
  annotation(experiment(StopTime = 6.2831853071795862));
end Pieces3;

// y = 0.0154371346325526: sign
model Pieces4
  Real y(start = 0, fixed = true);
equation
  der(y) = sign(sin(90*time + 0.5));
  annotation(experiment(StopTime = 5));
end Pieces4;

// y = 0.15: mod makes a saw
model Pieces5
  Real y(start = 0, fixed = true);
equation
  der(y) = mod(time, 0.1);
  annotation(experiment(StopTime = 3));
end Pieces5;

// y = 448.5: floor of a state makes stairs
model Pieces6
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 100;
  der(y) = floor(x);
  annotation(experiment(StopTime = 3));
end Pieces6;

// y = 252.5: ceil of time
model Pieces7
  Real y(start = 0, fixed = true);
equation
  der(y) = ceil(20*time);
  annotation(experiment(StopTime = 5));
end Pieces7;

// y = -3.14159265358979: integer of a sine
model Pieces8
  Real y(start = 0, fixed = true);
equation
  der(y) = integer(3.5*sin(30*time));
  annotation(experiment(StopTime = 6.2831853071795862));
end Pieces8;

// y = 13.95: rem and div
model Pieces9
  Real y(start = 0, fixed = true);
equation
  der(y) = rem(time, 0.3) + div(time, 0.3);
  annotation(experiment(StopTime = 3));
end Pieces9;

// x = 0.05: a triangle from two pieces of a state
model Pieces10
  Real x(start = 0, fixed = true);
equation
  der(x) = if mod(time, 0.2) < 0.1 then 1 else -1;
  annotation(experiment(StopTime = 4.0499999999999998));
end Pieces10;

// x = 1.4995: a piecewise speed: fast under 0.5, slow above
model Pieces11
  Real x(start = 0, fixed = true);
equation
  der(x) = if x < 0.5 then 1000 else 1;
  annotation(experiment(StopTime = 1));
end Pieces11;

// y = 5.88251562253335: a dead zone
model Pieces12
  Real y(start = 0, fixed = true);
equation
  der(y) = if abs(sin(50*time)) < 0.1 then 0 else 1;
  annotation(experiment(StopTime = 6.2831853071795862));
end Pieces12;

// y = 0.726963175419248: saturation of an integrator's input
model Pieces13
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = cos(30*time)*30;
  der(y) = if x > 0.5 then 0.5 elseif x < -0.2 then -0.2 else x;
  annotation(experiment(StopTime = 6.2831853071795862));
end Pieces13;

// y = 4.5: a cam of three pieces
model Pieces14
  Real y(start = 0, fixed = true);
  Real p = mod(time, 0.1)/0.1;
equation
  der(y) = if p < 0.2 then p/0.2 elseif p < 0.7 then 1 else (1 - p)/0.3;
  annotation(experiment(StopTime = 6));
end Pieces14;

// y = 2.02616855445657: nested pieces of time and state
model Pieces15
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if x < 2 then (if sin(100*time) > 0 then 1 else 0) else (if sin(70*time) > 0 then 2 else -1);
  annotation(experiment(StopTime = 4));
end Pieces15;
