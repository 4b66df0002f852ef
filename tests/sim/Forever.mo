model Forever "A function that does not end"
  function endless
    input Real u;
    output Real y = u;
  algorithm
    while y < 2*abs(u) + 1 loop
      y := y - 1e-9;
    end while;
  end endless;
  Real y = endless(time);
  annotation(experiment(StopTime = 1));
end Forever;
