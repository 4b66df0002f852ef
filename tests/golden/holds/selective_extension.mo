// Components and connections of a base class that are deselected (MLS 7.4).
package selective_extension
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin a, b;
  equation
    a.i + b.i = 0;
    a.v - b.v = a.i;
  end Resistor;
  model Source
    Pin a, b;
  equation
    a.i + b.i = 0;
    a.v - b.v = 1;
  end Source;
  model Ground
    Pin a;
  equation
    a.v = 0;
  end Ground;
  model Circuit
    Source v;
    Resistor r1, r2, x;
    Ground g;
    Real y = 1;
  equation
    connect(v.a, r1.a);
    connect(r1.b, r2.a);
    connect(r2.b, v.b);
    connect(v.b, g.a);
    connect(x.a, v.a);
    connect(x.b, v.b);
  end Circuit;
  model Between
    extends Circuit;
  end Between;
  model All
    extends Between(break x, break y, break connect(r1.b, r2.a));
    Resistor r3;
    Integer y = 3;
  equation
    connect(r1.b, r3.a);
    connect(r3.b, r2.a);
    assert(abs(v.b.i - 1/3) < 1e-9, "three resistors in a row, and none beside");
    assert(y == 3, "another y");
  end All;
end selective_extension;
