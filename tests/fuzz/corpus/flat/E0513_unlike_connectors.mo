package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Port
    Real p;
    flow Real m;
  end Port;
  model A
    Pin pin;
  equation
    pin.v = 1;
  end A;
  model B
    Port port;
  equation
    port.p = 1;
  end B;
  model M
    A a;
    B b;
  equation
    connect(a.pin, b.port);
  end M;
end P;
