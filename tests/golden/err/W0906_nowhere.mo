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
  s.sigma := 1;
end first;
model A
  extends Atomic;
  function initState = first;
  In i;
  Out o;
end A;
model Box "Forgets one input, one output and one of an array"
  In i, j;
  Out o, p, q[2];
  A a;
equation
  connect(i, a.i);
  connect(a.o, o);
  connect(a.o, q[2]);
end Box;
model M
  Box a, b;
equation
  connect(a.o, b.j);
end M;
