// inStream and actualStream of a potential, and of a flow.
model E0513_no_stream
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Sink
    Port c;
    Real z = inStream(c.p), w = actualStream(c.m), right = inStream(c.h);
  equation
    c.p = 1;
    c.h = 0;
  end Sink;
  Sink k;
end E0513_no_stream;
