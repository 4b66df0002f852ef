model Kinds "Variables of every type, and what aliases make of them"
  type Mode = enumeration(off, on);
  Boolean b = time >= 1, opposite = not b, same = opposite;
  Integer i = if b then 2 else -2, minus = -i;
  Mode mode = if b then Mode.on else Mode.off;
  Real x = if b then 0.5 else 0.25, negative = -x;
  annotation(experiment(StopTime = 2, Interval = 1));
end Kinds;
