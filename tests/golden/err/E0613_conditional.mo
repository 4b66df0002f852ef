model Conditional
  Real x if true;
equation
  x = 2;
end Conditional;
