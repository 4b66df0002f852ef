model machine "two states that share a variable"
  inner Integer n(start = 0);
  block Up
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end Up;
  block Down
    outer output Integer n;
  equation
    n = previous(n) - 1;
  end Down;
  Up up;
  Down down;
equation
  initialState(up);
  transition(up, down, n >= 3, immediate = false);
  transition(down, up, n <= 0, immediate = false);
end machine;
