// An expandable connector has what is connected to it (MLS 9.1.3).
package P
  expandable connector Bus
    Real unused;
  end Bus;
  connector Out = output Real;
  connector In = input Real;
  model Sensor
    Out y = time;
  end Sensor;
  model Reader
    In u;
    Real z = 2*u;
  end Reader;
  model M
    Bus bus, other;
    Sensor s;
    Reader r;
  equation
    connect(s.y, bus.speed);
    connect(bus, other);
    connect(other.speed, r.u);
  end M;
end P;
