connector In
  flow Real event;
  Real queue;
  annotation(__modevs(port = "in"));
end In;
connector Out
  flow Real event;
  Real queue;
  annotation(__modevs(port = "out"));
end Out;
record St
  Real sigma;
end St;
partial model Atomic
  St S;
  annotation(__modevs(devs = true));
end Atomic;
function first
  output St s;
algorithm
  s.sigma := 1e60;
end first;
function take "After a time; 0: at once"
  input St s;
  input Real e;
  input Integer bag;
  input Real time_needed;
  output St sout;
algorithm
  sout := s;
  sout.sigma := if s.sigma < 1 then s.sigma - e else time_needed;
end take;
function say
  input St s;
  input Integer queue[nports];
  input Integer nports;
algorithm
end say;
model Server
  parameter Real t = 0;
  extends Atomic;
  function initState = first;
  function Fext = take(time_needed = t);
  function Fout = say;
  In i;
  Out o;
end Server;
model Box
  In i;
  Out o;
  Server s;
equation
  connect(i, s.i);
  connect(s.o, o);
end Box;
model M "a, b and c make a loop at one time; d and e do not: e takes a second"
  Server a, b, d, e(t = 1);
  Box c;
equation
  connect(a.o, b.i);
  connect(b.o, c.i);
  connect(c.o, a.i);
  connect(a.o, d.i);
  connect(d.o, e.i);
  connect(e.o, d.i);
end M;
