package Circuit "connectors, base classes and arrays of components"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v = p.v - n.v;
  equation
    p.i + n.i = 0;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    v = R * p.i;
  end Resistor;
  model Capacitor
    extends TwoPin(v(start = 1, fixed = true));
    parameter Real C = 1;
  equation
    C * der(v) = p.i;
  end Capacitor;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Net
    Resistor r[2](R = {1, 2});
    Capacitor c(C = 0.5);
    Ground g;
  equation
    connect(c.p, r[1].p);
    connect(r[1].n, r[2].p);
    connect(r[2].n, c.n);
    connect(c.n, g.p);
  end Net;
end Circuit;
