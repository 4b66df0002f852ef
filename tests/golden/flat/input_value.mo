model Plant
  input Real u;
  input Real free;
  Real x(start = 0, fixed = true);
equation
  der(x) = u + free;
end Plant;

model InputValue "An input with a value is not given from outside"
  extends Plant(u = sin(time));
end InputValue;
