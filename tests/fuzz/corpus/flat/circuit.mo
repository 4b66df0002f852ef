package P
  type Voltage = Real(unit = "V");
  type Current = Real(unit = "A");
  connector Pin
    Voltage v;
    flow Current i;
  end Pin;
  partial model OnePort
    Voltage v;
    Current i;
    Pin p, n;
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end OnePort;
  model R
    extends OnePort;
    parameter Real R = 1;
  equation
    v = R * i;
  end R;
  model C
    extends OnePort;
    parameter Real C = 1;
  equation
    C * der(v) = i;
  end C;
  model V
    extends OnePort;
    parameter Voltage V = 1;
  equation
    v = V;
  end V;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Circuit
    parameter Integer n = 3;
    R r[n](R = {1, 2, 3});
    C c(C = 2, v(start = 0));
    V s;
    Ground g;
  equation
    connect(s.p, r[1].p);
    for k in 1:n - 1 loop
      connect(r[k].n, r[k + 1].p);
    end for;
    connect(r[n].n, c.p);
    connect(c.n, s.n);
    connect(g.p, s.n);
  end Circuit;
end P;
