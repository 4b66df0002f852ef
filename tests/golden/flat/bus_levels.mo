// Levels of buses: each passes the bus below on as a part of the one above, which ends at the last.
package bus_levels
  connector Out = output Real;
  expandable connector Bus
  end Bus;
  model Level
    Bus up, down;
  equation
    connect(up.part, down);
  end Level;
  model Last
    Bus up;
    Out y = time;
  equation
    connect(y, up.y);
  end Last;
  model M
    Level a, b;
    Last c;
  equation
    connect(a.down, b.up);
    connect(b.down, c.up);
  end M;
end bus_levels;
