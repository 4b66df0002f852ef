model Cuk "A Cuk converter with a switch and a diode as resistors"
  parameter Real C = 1e-4, L = 1e-4, C1 = 1e-4, L1 = 1e-4, R = 10, U = 24, T = 1e-4, duty = 0.25, on = 1e-5, off = 1e5;
  Real uC(start = 0, fixed = true), iL(start = 0, fixed = true), uC1(start = 0, fixed = true), iL1(start = 0, fixed = true);
  Real iD, s;
  Boolean closed(start = true, fixed = true), conducts(start = false, fixed = true);
  Real Rs = if closed then on else off, Rd = if conducts then on else off;
equation
  iD = (Rs*(iL1 + iL) - uC1)/(Rd + Rs);
  s = if conducts then iD else iD*Rd;
  der(uC1) = (iD - iL)/C1;
  der(iL1) = (U - uC1 - iD*Rd)/L1;
  der(iL) = (-uC - iD*Rd)/L;
  der(uC) = (iL - uC/R)/C;
  when sample(0, T) then
    closed = true;
  elsewhen sample(duty*T, T) then
    closed = false;
  end when;
  when s > 0 then
    conducts = true;
  elsewhen s < 0 then
    conducts = false;
  end when;
  annotation(experiment(StopTime = 0.01, Tolerance = 1e-3));
end Cuk;
