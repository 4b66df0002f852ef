model M "h has a start value, which could be meant; of v nothing is said"
  Real h(start = 1);
  Real v;
  Real x(start = 0, fixed = true);
  Real y;
initial equation
  der(y) = 0;
equation
  der(h) = v;
  der(v) = -9.81;
  der(x) = 1;
  der(y) = 1 - y;
end M;
