package Islands "Three plants that hear the same generator, share a clock and instants, and read one atomic"
  model Plant
    DEVSLib.AuxModels.DICO d;
    DEVSLib.SRC.Interfaces.inPort i;
    Real x(start = 1, fixed = true);
    Integer k(start = 0, fixed = true), m(start = 0, fixed = true);
    parameter Real a = 1;
  equation
    connect(i, d.inport);
    der(x) = if time > 1.5 then d.y else -a*x;
    when time > 2.5 then
      k = pre(k) + 1;
    end when;
    when {time >= 2, x < 0.5} then
      m = pre(m) + 1;
    end when;
    when sample(0.25, 0.5) then
      reinit(x, x + 0.1);
    end when;
  end Plant;
  model Islands
    Plant a(a = 2), b(a = 0.5), c(a = 0.7);
    DEVSLib.AuxModels.Generator g(period = 0.3);
    DEVSLib.AuxModels.CrossUP up(u = a.x, Value = 1.3);
    DEVSLib.AuxModels.Display d;
    Real z(start = 0, fixed = true), w(start = 0, fixed = true);
  equation
    connect(g.outPort1, a.i);
    connect(g.outPort1, b.i);
    connect(g.outPort1, c.i);
    connect(up.outport, d.inPort1);
    der(z) = if time > 1.5 and d.S.received > 0 then 1 else 0;
    der(w) = d.S.received - w;
    annotation(experiment(StopTime = 4));
  end Islands;
end Islands;
