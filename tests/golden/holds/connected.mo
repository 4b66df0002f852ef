// Thousands of connectors in one connection set: one equation with as many flows, torn to one
// unknown. Coefficients of all kinds are found in it.
model connected
  constant Integer n = 3000;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Load
    Pin p;
    parameter Real G = 1;
  equation
    p.i = G*(p.v - time);
  end Load;
  Load load[n](G = {1 + mod(i, 3) for i in 1:n});
  Pin source;
  parameter Real a = 2;
  Real x[20], s;
equation
  for i in 1:n loop
    connect(source, load[i].p);
  end for;
  for i in 1:20 loop
    a*x[i] + s = i*time;
  end for;
  s = -(x[1] - (3*x[2] + x[3]/a)) + x[1] + sum(x[4:20]) - 2*(x[4] - x[5]) - sin(time);
  when time > 0.5 then
    assert(abs(load[n].p.v - time) < 1e-9, "no current flows");
    assert(abs(a*x[7] + s - 7*time) < 1e-9, "the loop is solved");
    assert(abs(s - 3*x[2] - x[3]/2 - sum(x[4:20]) + 2*x[4] - 2*x[5] + sin(time)) < 1e-9, "the sum");
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.5));
end connected;
