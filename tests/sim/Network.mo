package Network "Ready parts, functions and equations in a hierarchy"
  import DEVSLib.Parts.*;
  model Station "Two servers take turns; an alarm after a while"
    parameter Real late = 1;
    DEVSLib.SRC.Interfaces.inPort i;
    DEVSLib.SRC.Interfaces.outPort o, alarm;
    Switch s(n = 2, round_robin = true);
    Processor p[2](each service = always(0.5));
    DEVSLib.AuxModels.CrossUP c(Value = late);
  equation
    connect(i, s.inport);
    for k in 1:2 loop
      connect(s.outport[k], p[k].inport);
      connect(p[k].outport, o);
    end for;
    c.u = time;
    connect(c.outport, alarm);
  end Station;
  model Net "Two stations one after the other"
    Generator g(gaps = always(0.75), limit = 3, values = {4, 2.5});
    Station a, b(late = 9);
    Pipe pipe(n = 2, service = always(0.125));
    DEVSLib.AuxModels.Display d;
    DEVSLib.AuxModels.DICO y;
    Real x(start = 0, fixed = true);
  equation
    connect(g.outport, a.i);
    connect(a.o, b.i);
    connect(b.o, pipe.inport);
    connect(pipe.outport, d.inPort1);
    connect(a.alarm, d.inPort1);
    connect(b.o, y.inport);
    der(x) = y.y - x;
    annotation(experiment(StopTime = 4, Interval = 1));
  end Net;
end Network;
