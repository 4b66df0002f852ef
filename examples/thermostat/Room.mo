model Room "a heated room with a sensor"
  parameter Real T_out(unit = "degC") = 5 "temperature outside";
  parameter Real tau(unit = "s") = 600 "how fast it cools";
  input Boolean heat(start = false) "the radiator is on";
  Real T(start = 19, fixed = true, unit = "degC") "temperature";
  Boolean cold(start = false, fixed = true) "what the sensor reports";
equation
  tau * der(T) = T_out - T + (if heat then 60 else 0);
  cold = T < 18 or pre(cold) and T < 21;
end Room;
