model Settable "Everything that --set may name, and what it may not"
  type Kind = enumeration(small, large);
  model Part
    parameter Integer n = 1;
    Real x[n] = fill(time, n);
    final parameter Real k = 2;
    constant Real c = 3;
  end Part;
  parameter Kind kind = Kind.small;
  parameter Integer m = 2;
  parameter Real gain = 1;
  Part a(n = m), b if kind == Kind.large, d[2](n = {1, 2});
  Real x(start = 1, fixed = true), y = 2*x;
equation
  der(x) = -gain*x;
end Settable;
