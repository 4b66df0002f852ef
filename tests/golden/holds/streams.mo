// What flows: connectors that let nothing out by an evaluated parameter are no part of a mixture (MLS 15.2);
// a size may follow from inStream (MLS 10.1.1).
model streams
  connector Port
    Real p;
    flow Real m;
    stream Real h[2];
  end Port;
  model Source
    parameter Real h0 = 1;
    Port c(m(max = 0));
    Real inflow[:] = inStream(c.h);
  equation
    c.h = {h0, 2*h0};
    c.m = -1;
  end Source;
  model Sink
    parameter Boolean reversible = false annotation(Evaluate = true);
    Port c(m(min = if reversible then -10 else 0));
  equation
    c.h = {5000, 5000};
    c.p = 0;
  end Sink;
  Source a(h0 = 100), b(h0 = 200);
  Sink s;
equation
  connect(a.c, b.c);
  connect(a.c, s.c);
  assert(size(a.inflow, 1) == 2, "the size");
  assert(abs(a.inflow[1] - 200) < 1e-12 and abs(b.inflow[2] - 200) < 1e-12, "no mixture with the sink");
end streams;
