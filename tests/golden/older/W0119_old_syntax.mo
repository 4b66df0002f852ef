model M
  replaceable model R = Resistor extends OnePort;
  replaceable Resistor r extends OnePort(n = 1) "the resistor";
end M;
