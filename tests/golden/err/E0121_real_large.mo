model M
  parameter Real p(max = 1e400) = -2e308;
  Real x = 1.797693134862316e308 * time;
  Real largest = 1.7976931348623157e308;
end M;
