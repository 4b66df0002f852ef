// Three connectors have no room for the members of two.
package E0514_bus_sizes
  connector In = input Real;
  expandable connector Bus
  end Bus;
  model M
    Bus bus[2];
    In u[3];
  equation
    connect(bus.x, u);
  end M;
end E0514_bus_sizes;
