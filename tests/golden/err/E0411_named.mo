model E0411_named "Arguments that have no name"
  Real level = time;
  parameter String s = String(level = 2);
equation
  assert(level < 0.5, "full: " + String(significantDigits = 3));
end E0411_named;
