model Amplifier "It saturates: over such a kink, steps lead to points at which no solution is found"
  parameter Real V0 = 15000, vs = 15, R1 = 1000, R2 = 2000, R3 = 1000, R4 = 2000, RI = 1e6;
  Real v1, v2, i1, i2, ii, vn, vp, vo;
  Real m(start = 0, fixed = true);
equation
  v1 = 10 * sin(2 * 3.14159265358979 * 50 * time);
  v2 = 10 * sin(2 * 3.14159265358979 * 100 * time + 0.5);
  v1 - R1 * i1 = vn;
  vn - R2 * i1 = vo;
  v2 - R3 * i2 = vp;
  vp = R4 * (i2 - ii);
  ii = (vp - vn) / RI;
  vo = noEvent(if V0 * (vp - vn) > vs then vs elseif V0 * (vp - vn) < -vs then -vs else V0 * (vp - vn));
  der(m) = vo ^ 2;
  annotation(experiment(StopTime = 0.1, Interval = 1e-4, Tolerance = 1e-4));
end Amplifier;
