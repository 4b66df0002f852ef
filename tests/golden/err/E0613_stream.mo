// A member of a class that is no component, whose size would follow from a stream.
model E0613_stream
  connector Port
    Real p;
    flow Real m;
    stream Real h[2];
  end Port;
  model Source
    Port c;
    Real inflow[:] = inStream(c.h);
  equation
    c.h = {1, 2};
    c.m = -1;
  end Source;
  Source a;
equation
  assert(Source.inflow[1] > 0, "not there");
end E0613_stream;
