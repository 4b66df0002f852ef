// A port of messages among the parts of another one of an atomic model: neither has values, and a
// record is none.
record Job
  Integer id;
end Job;

connector Inner
  record Message = Job;
  flow Real event;
  Real queue;
  annotation(__modevs(port = "in"));
end Inner;

connector In
  Inner Message = Job;
  flow Real event;
  Real queue;
  annotation(__modevs(port = "in"));
end In;

record St
  Real sigma;
end St;

function first
  output St out;
algorithm
  out.sigma := 1;
end first;

model E0402_port_in_port
  model Relay
    extends DEVSLib.SRC.AtomicDEVS(redeclare record State = St);
    redeclare function initState = first;
    In i;
  end Relay;
  Relay a;
end E0402_port_in_port;
