model Terminal "terminal() outside of when: the last row has it"
  Real c;
equation
  c = if terminal() then 1 else 0;
end Terminal;
