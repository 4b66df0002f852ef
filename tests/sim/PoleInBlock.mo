// der(x) is about -1/(x - 1): no solution goes on where x is 1.
model PoleInBlock
  Real x(start = 2, fixed = true), z(start = -0.5);
equation
  z*(x - 1) + 0.01*sin(z*(x - 1)) = -1;
  der(x) = z;
end PoleInBlock;
