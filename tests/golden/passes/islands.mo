model islands "Two parts that hear the same messages and the same clock, and send their own"
  model Tank
    parameter Real area = 1;
    DEVSLib.AuxModels.DICO valve;
    DEVSLib.AuxModels.CrossUP full(Value = 2, u = level);
    Real level(start = 1, fixed = true);
    Integer looks(start = 0, fixed = true);
    DEVSLib.SRC.Interfaces.inPort open;
    DEVSLib.SRC.Interfaces.outPort alarm;
  equation
    connect(open, valve.inport);
    connect(full.outport, alarm);
    area*der(level) = valve.y - (if time > 3 then level else 0);
    when sample(0.5, 1) then
      looks = pre(looks) + 1;
    end when;
  end Tank;
  Tank a, b(area = 2);
  DEVSLib.AuxModels.Generator g(period = 0.7);
  DEVSLib.AuxModels.Display d;
equation
  connect(g.outPort1, a.open);
  connect(g.outPort1, b.open);
  connect(a.alarm, d.inPort1);
  connect(b.alarm, d.inPort1);
end islands;
