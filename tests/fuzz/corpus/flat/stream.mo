package P
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Tank
    Port port;
    parameter Real level = 1;
    Real inside(start = 1, fixed = true);
  equation
    port.p = level;
    port.h = inside;
    der(inside) = port.m*(actualStream(port.h) - inside);
  end Tank;
  model Pipe
    Port a, b;
  equation
    a.m + b.m = 0;
    a.m = a.p - b.p;
    a.h = inStream(b.h);
    b.h = inStream(a.h);
  end Pipe;
  model M
    Tank t1(level = 3), t2, t3;
    Pipe one, two, three;
  equation
    connect(t1.port, one.a);
    connect(t2.port, two.a);
    connect(t3.port, three.a);
    connect(one.b, two.b);
    connect(one.b, three.b);
  end M;
end P;
