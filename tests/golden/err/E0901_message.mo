record Job
  Integer id;
  String name;
end Job;
record Same "Other names make no other messages"
  Integer id;
  String name;
end Same;
connector In
  record Message = Job;
  flow Real event;
  Real queue;
  annotation(__modevs(port = "in"));
end In;
connector InSame
  record Message = Same;
  flow Real event;
  Real queue;
  annotation(__modevs(port = "in"));
end InSame;
connector Out
  record Message = Job;
  flow Real event;
  Real queue;
  annotation(__modevs(port = "out"));
end Out;
model Box
  DEVSLib.SRC.Interfaces.inPort i;
  InSame k;
  Relay r;
equation
  connect(i, r.i);
  connect(k, r.i);
end Box;
record St
  Real sigma;
end St;
function first
  output St out;
algorithm
  out.sigma := 1;
end first;
model Relay
  extends DEVSLib.SRC.AtomicDEVS(redeclare record State = St);
  redeclare function initState = first;
  In i;
  Out o;
end Relay;
model M
  Relay a;
  Box b;
  DEVSLib.AuxModels.Display d;
equation
  connect(a.o, b.k);
  connect(a.o, d.inPort1);
end M;
