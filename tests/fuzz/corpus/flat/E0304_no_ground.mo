package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model OnePort
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end OnePort;
  model Resistor
    extends OnePort;
    parameter Real R = 1;
  equation
    v = R*i;
  end Resistor;
  model Source
    extends OnePort;
  equation
    v = 10;
  end Source;
  model Circuit
    Source s;
    Resistor r;
  equation
    connect(s.p, r.p);
    connect(s.n, r.n);
  end Circuit;
end P;
