model TooManyStates
  Real x(stateSelect = StateSelect.always), y(stateSelect = StateSelect.always), u, v;
equation
  der(x) = u;
  der(y) = v;
  x + 2*y = 3;
  u - v = time;
end TooManyStates;
