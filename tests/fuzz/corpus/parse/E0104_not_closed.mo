package P
  model Inner
    Real x;
  equation
    when x > 1 then
      x = 2;

  model Next
    Real y;
  end Next;
end P;

model Last
  Real z;
equation
  for i in 1:3 loop
    z = if i > 1 then 1 else 0;
