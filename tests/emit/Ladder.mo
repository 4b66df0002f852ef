model Ladder "Many limits of one value: constants, parameters, one that changes at events"
  parameter Real p[20] = {0.05 * i for i in 1:20};
  Real x(start = 0, fixed = true);
  Real v(start = 1, fixed = true);
  Boolean above[20];
  discrete Real moving(start = 0.3, fixed = true);
  Boolean beyond = x > moving;
  Integer count(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  for i in 1:20 loop
    above[i] = x > p[i];
  end for;
  when above then
    count = pre(count) + 1;
    moving = 0.9 * pre(moving);
  end when;
  annotation(experiment(StopTime = 10));
end Ladder;
