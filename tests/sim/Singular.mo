model Singular "two equations for x, none for y"
  Real x, y;
equation
  x = time;
  2 * x = 3 * time;
end Singular;
