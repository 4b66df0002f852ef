package P
  expandable connector Bus
  end Bus;
  connector Out = output Real;
  model Source
    Out y = time;
  end Source;
  model M
    Bus bus;
    Source s[3];
  equation
    connect(s[1].y, bus.x[:]);
    connect(s[2].y, bus.y[0]);
    connect(s[1].y, bus.z[1]);
    connect(s[3].y, bus.z[1, 2]);
  end M;
end P;
