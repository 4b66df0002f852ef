model M "Two semicolons are missing"
  Real x "position"
  Real v;
equation
  der(x) = v
  der(v) = -x;
end M;
