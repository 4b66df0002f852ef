model AssertWords "what is demanded is told in the user's words, wherever it stands"
  model Part
    parameter Real rate = 1;
    parameter Boolean strict = false;
    Real x(start = 1, fixed = true);
  equation
    der(x) = -rate;
    if x > 0.1 then
      assert(x > 0.5, "x is low", AssertionLevel.warning);
    elseif strict then
      assert(x + 1 > 1 and rate < 5, "x is too low");
    end if;
  end Part;
  Part part[2](rate = {1, 2}, strict = {true, false}), single(rate = 1.25);
  parameter Boolean late = false;
  Real y;
algorithm
  y := part[1].x;
  if late then
    assert(y > 0.75, "y is low");
  end if;
  annotation(experiment(StopTime = 2, Interval = 0.5));
end AssertWords;
