model Machine
  block State
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end State;
  inner Integer n(start = 0);
  State a, b;
equation
  transition(a, b, n > 3);
  transition(a, b, n > 5);
end Machine;
