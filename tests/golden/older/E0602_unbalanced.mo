// MLS 4.8: what one class has too few equations, another may not have too many. Flows and inputs of
// connectors follow from outside; what has values by modifiers is as it then is.
model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector In = input Real;
  connector Out = output Real;
  model Resistor "its current is lost"
    Pin p, n;
  equation
    p.v - n.v = 2*p.i;
  end Resistor;
  model Source
    Pin p, n;
  equation
    p.v - n.v = time;
    p.i + n.i = 0;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  block Half
    In u;
    Out y;
    input Real offset;
    parameter Boolean doubles = false;
    Real v[2];
  protected
    input Real k = 0.5;
  algorithm
    y := k*u + offset;
  equation
    if doubles then
      v = {2*y, 2*u};
    else
      for i in 1:2 loop
        v[i] = i*y;
      end for;
    end if;
  end Half;
  model Free
    Real x, y;
  equation
    x = time;
  end Free;
  Resistor r;
  Source s;
  Ground g;
  Half half(offset = 1);
  Free bound(y = 3), free;
equation
  connect(s.p, r.p);
  connect(r.n, s.n);
  connect(s.n, g.p);
  r.p.i + r.n.i = 0;
  half.u = time;
  free.y = 1;
end M;
