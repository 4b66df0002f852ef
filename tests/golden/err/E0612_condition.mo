model Condition
  parameter Integer i = 1;
  Real x = 2 if i;
end Condition;
