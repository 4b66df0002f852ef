model Shot "a ball thrown through air"
  parameter Real angle(unit = "deg") = 45 "elevation";
  parameter Real v0(unit = "m/s") = 30 "speed at the start";
  parameter Real k(unit = "1/m") = 0.01 "drag over mass";
  constant Real g = 9.81;
  constant Real degree = 3.14159265358979324 / 180;
  Real x(start = 0, fixed = true) "distance";
  Real y(start = 0, fixed = true) "height";
  Real vx(start = v0 * cos(angle * degree), fixed = true);
  Real vy(start = v0 * sin(angle * degree), fixed = true);
  Real v = sqrt(vx ^ 2 + vy ^ 2) "speed";
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -k * v * vx;
  der(vy) = -g - k * v * vy;
  when y < 0 then
    terminate("it has landed");
  end when;
  annotation(experiment(StopTime = 20, Interval = 0.01));
end Shot;
