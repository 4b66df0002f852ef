// What is written as a unit must be one; units that are not known are left alone.
model M
  Real x(unit = "m/") = 1;
  Real y(unit = "kg m") = 2;
  Real price(unit = "EUR/(kW.h)") = 3;
  Real none(unit = "") = 4;
  Real twice(unit = "m/") = 5;
end M;
