model Bounce "Bounces are at times that are known; a String, an enumeration, a parameter that follows"
  type Mode = enumeration(flies, rests);
  parameter Real e = 0.5 "restitution";
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real fall = sqrt(2 * 1 / g) "until the first bounce";
  parameter String who = "ball & <bat>";
  input Real wind(start = 0);
  output Real h(start = 1, fixed = true, unit = "m", displayUnit = "mm");
  output Real v(start = 0, fixed = true, unit = "m/s", displayUnit = "km/h");
  Real t_bounce(start = -1, fixed = true);
  Integer n(start = 0, fixed = true);
  Mode mode(start = Mode.flies, fixed = true);
equation
  der(h) = v;
  der(v) = if mode == Mode.rests then 0 else wind - g;
  when h <= 0 then
    reinit(v, if pre(n) >= 9 then 0 else -e * pre(v));
    n = pre(n) + 1;
    t_bounce = time;
    mode = if pre(n) >= 9 then Mode.rests else Mode.flies;
  end when;
  annotation(experiment(StopTime = 2));
end Bounce;
