model M
  Real input;
  Real x = y.end;
  type E = enumeration(on, off, initial);
  parameter Real good;
end M;
