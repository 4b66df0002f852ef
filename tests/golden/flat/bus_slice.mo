// Slices of arrays of expandable connectors, also inside of others: `hp.y` of `hp[n]` has n of them, even if n = 1,
// and `u[2]` is one (MLS 9.1.3, 10.5).
package bus_slice
  connector In = input Real;
  connector Out = output Real;
  expandable connector Bus
  end Bus;
  model Sum
    parameter Integer nin;
    In u[nin];
    Real y = sum(u);
  end Sum;
  model Src
    Bus bus;
    Out y = 2*time;
  equation
    connect(y, bus.y);
  end Src;
  model Group
    parameter Integer n;
    Bus bus;
    Src s[n];
  equation
    connect(s.bus, bus.hp);
  end Group;
  model Ctl
    parameter Integer n;
    Bus bus;
    Bus hp[n];
    Sum s(nin = n);
  equation
    connect(hp, bus.hp);
    connect(hp.y, s.u);
  end Ctl;
  model M
    Bus bus, one;
    Ctl c(n = 2), d(n = 1);
    Group g(n = 2), h(n = 1);
    Sum s(nin = 2);
    Src t;
  equation
    connect(g.bus, bus);
    connect(c.bus, bus);
    connect(h.bus, one);
    connect(d.bus, one);
    connect(bus.x, s.u[2]);
    connect(bus.x, s.u[1]);
    connect(t.y, bus.x);
  end M;
end bus_slice;
