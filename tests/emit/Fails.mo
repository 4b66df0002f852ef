model Fails "A function that fails is told with its place"
  function pick
    input Real v[:];
    input Integer i;
    output Real y;
  algorithm
    y := 0;
    for k in 1:i loop
      y := y + v[k];
    end for;
  end pick;
  Integer i(start = 1, fixed = true);
  Real y = pick({1, 2, 3}, i);
equation
  when sample(0.5, 0.5) then
    i = pre(i) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Fails;
