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
model M
  A a;
equation
  connect(a.o, a.i);
end M;
