model Settings "Parameters of every type, one with limits, and what is made of them"
  type Kind = enumeration(small, large);
  model Part
    parameter Real gain = 1;
    parameter Real values[3] = {1, 2, 3};
    Real y = gain*sum(values)*time;
  end Part;
  parameter Kind kind = Kind.small;
  parameter Real gain = 2;
  parameter Real level(max = 1) = 0.5;
  Part part;
  Real x(start = 1, fixed = true);
equation
  der(x) = -(if kind == Kind.large then 2*gain else gain)*x + level;
end Settings;
