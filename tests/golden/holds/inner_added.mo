// An outer component without an inner one gets one inner component for all of them (MLS 5.4), whose
// own connectors are connected to nothing.
package inner_added
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Ground
    Pin p;
    Real level(start = 1, fixed = true);
    Real sum;
  equation
    der(level) = -level;
    p.v = level;
    sum = level + p.i;
  end Ground;
  model Part
    Real y;
  protected
    outer Ground ground;
  equation
    y = 2*ground.level + ground.p.i;
  end Part;
  model Group
    Part part;
    outer Ground ground;
    Real z = ground.sum;
  end Group;
  model M
    Part part;
    Group group;
  equation
    assert(abs(part.y - 2*exp(-time)) < 1e-3, "the part reads the one that was added");
    assert(abs(part.y - group.part.y) + abs(2*group.z - part.y) < 1e-12, "both read the same");
  end M;
end inner_added;
