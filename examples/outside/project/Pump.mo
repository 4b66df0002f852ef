model Pump "A pump that takes its time to start and to stop"
  input Boolean on(start = false) "the switch";
  parameter Real Q(unit = "m3/s") = 0.08 "flow at full speed";
  parameter Real T(unit = "s") = 1.5 "time constant";
  Real q(unit = "m3/s", start = 0, fixed = true) "flow";
equation
  T * der(q) = (if on then Q else 0) - q;
end Pump;
