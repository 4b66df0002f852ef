model Diode "An ideal diode, a resistor and a capacitor: one mixed block"
  parameter Real R = 1, C = 0.1;
  Real s(start = 0) "parameter of the curve", v, i, u;
  Real uC(start = 0, fixed = true);
  Boolean off(start = true);
equation
  u = 5 * sin(6.283185307179586 * time);
  off = s < 0;
  v = s * (if off then 1 else 1e-5);
  i = s * (if off then 1e-5 else 1);
  u = v + R * i + uC;
  C * der(uC) = i - uC / 100;
  annotation(experiment(StopTime = 3, Tolerance = 1e-6));
end Diode;
