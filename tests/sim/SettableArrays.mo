model SettableArrays "Arrays that --set may give all values of, and some that it may not"
  type Kind = enumeration(small, large);
  parameter Real open[:] = {1, 2};
  parameter Real matrix[2, 2] = zeros(2, 2);
  parameter String texts[2] = {"a", "b"};
  parameter Kind kinds[2] = {Kind.small, Kind.small};
  final parameter Real closed[2] = {1, 2};
  constant Real known[2] = {1, 2};
  parameter Real free[2](each fixed = false, each start = 1);
  Real x[2](each start = 1, each fixed = true);
  Integer n = size(open, 1);
  Real all_of_it = sum(open) + 10*matrix[2, 1];
  Boolean is_so = texts[2] == "so, and so" and kinds[1] == Kind.large;
initial equation
  free = {1, 2};
equation
  der(x) = -x;
end SettableArrays;
