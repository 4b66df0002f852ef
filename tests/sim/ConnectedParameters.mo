// A plug of 24 V in a socket of 230 V: parameters of connectors must agree (MLS 9.2).
model ConnectedParameters
  connector Pole
    parameter Real rated = 230;
    Real v;
    flow Real i;
  end Pole;
  model Source
    Pole p;
  equation
    p.v = p.rated;
  end Source;
  model Lamp
    Pole p(rated = 24);
  equation
    p.v = 10*p.i;
  end Lamp;
  Source source;
  Lamp lamp;
equation
  connect(source.p, lamp.p);
end ConnectedParameters;
