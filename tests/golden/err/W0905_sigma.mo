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
  Integer n;
end St;
partial model Atomic
  St S;
  annotation(__modevs(devs = true));
end Atomic;
record Named
  Integer n;
end Named;
partial model Passive
  Named S;
  annotation(__modevs(devs = true));
end Passive;
function nothing "Sets other things"
  output St s;
algorithm
  s.n := 1;
end nothing;
function same
  input St s;
  output St sout;
algorithm
  sout := s;
end same;
function wait "Sets it in a function that it calls"
  output St s;
algorithm
  s := later(2);
end wait;
function later
  input Integer n;
  output St sout;
algorithm
  sout.n := n;
  sout.sigma := 1;
end later;
function zero
  output Named s;
algorithm
  s.n := 0;
end zero;
function say
  input Named s;
  input Integer queue[nports];
  input Integer nports;
algorithm
end say;
model Forgets
  extends Atomic;
  function initState = nothing;
  function Fint = same;
end Forgets;
model Remembers
  extends Atomic;
  function initState = wait;
  function Fint = same;
end Remembers;
model Never
  extends Passive;
  function initState = zero;
  function Fout = say;
end Never;
model M
  Forgets a, b;
  Remembers c;
  Never d;
end M;
