model Discrete "Steps, an enumeration, units of several kinds and DEVS components"
  type Mode = enumeration(off, warming, on);
  Mode mode(start = Mode.off, fixed = true);
  Boolean hot(start = false, fixed = true);
  Real T(start = 20, fixed = true, unit = "degC") "temperature";
  Real P(unit = "W") = if mode == Mode.on then 50 else 0;
  parameter Real k(unit = "1/s") = 0.5 "rate";
equation
  der(T) = k*(20 + P - T);
  when time > 1 then
    mode = Mode.warming;
  elsewhen time > 2 then
    mode = Mode.on;
  end when;
  hot = T > 45;
end Discrete;
