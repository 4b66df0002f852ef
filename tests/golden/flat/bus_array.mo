// Arrays of buses that nothing declares, or not with their sizes.
package P
  expandable connector Bus
    Real w[:];
  end Bus;
  connector Out = output Real;
  connector In = input Real;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Src Out y = time; end Src;
  model Snk In u; Real z = u; end Snk;
  model R Pin p; equation p.v = p.i; end R;
  model V Pin p; equation p.v = 1; end V;
  model M
    Bus b, c;
    Src s[3];
    Snk k[3], l;
    Src q[2];
    Snk r;
    R r1, r2; V v1, v2;
  equation
    for i in 1:3 loop
      connect(s[i].y, b.a[i]);
      connect(c.a[4 - i], k[i].u);
    end for;
    connect(b.m[1, 1], l.u);
    connect(q[1].y, b.m[1, 1]);
    connect(b.pins[2], r1.p);
    connect(b.pins[1], r2.p);
    connect(b.pins[2], v1.p);
    connect(b.pins[1], v2.p);
    connect(q.y, b.w);
    connect(c.w[2], r.u);
    connect(b, c);
  end M;
end P;
