package P
  connector Out = output Real;
  connector In = input Real;
  model Source
    Out y = time;
  end Source;
  model Sink
    In u;
  end Sink;
  model M
    In u;
    Source a, b;
    Sink c, d;
  equation
    connect(a.y, c.u);
    connect(b.y, c.u);
    connect(u, d.u);
    connect(d.u, a.y);
  end M;
end P;
