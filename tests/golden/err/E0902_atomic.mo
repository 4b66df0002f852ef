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
model NoStart
  extends Atomic;
end NoStart;
function wrong
  input Real x;
  output St s;
end wrong;
model B
  extends Atomic;
  function initState = first;
  function Fint = wrong;
end B;
function more
  input St s;
  input Real step;
  output St t;
end more;
model C
  extends Atomic;
  function initState = first;
  function Fint = more;
end C;
model M
  NoStart n;
  B b;
  C c;
end M;
