model Machine "Works on one part at a time (paper 002, 4.3)"
  parameter Real rate(unit = "1/s") = 1 "of working";
  input Integer started(start = 0) "parts put in so far";
  Real x(start = 0, fixed = true) "how far the part is: from 0 to 1";
  discrete Real k(unit = "1/s", start = 0, fixed = true) "rate while it works, 0 while it is idle";
  Integer finished(start = 0, fixed = true) "parts done so far";
equation
  der(x) = k * (1.1 - x);
  when change(started) then
    k = rate;
    finished = pre(finished);
    reinit(x, 0);
  elsewhen x >= 1 then
    k = 0;
    finished = pre(finished) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Machine;
