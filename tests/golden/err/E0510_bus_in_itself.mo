// What the bus has its part x gets, x itself too.
package E0510_bus_in_itself
  expandable connector Bus
  end Bus;
  model M
    Bus bus;
  equation
    connect(bus.x, bus);
  end M;
end E0510_bus_in_itself;
