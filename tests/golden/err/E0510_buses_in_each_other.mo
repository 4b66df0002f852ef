// b is a part of a, and a of b.
package E0510_buses_in_each_other
  expandable connector Bus
  end Bus;
  model M
    Bus a, b[2];
  equation
    connect(a.x, b[1]);
    connect(b[1].y, a);
  end M;
end E0510_buses_in_each_other;
