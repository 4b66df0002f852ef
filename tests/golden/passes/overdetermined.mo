// A loop of sources that share an angle: equalities form a tree, the loop is closed by
// equalityConstraint.
package P
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a, b;
      output Real residue[0];
    algorithm
      assert(abs(a - b) < 1e-10, "two angles");
    end equalityConstraint;
  end Angle;
  connector C
    Angle theta;
    Real v;
    flow Real i;
  end C;
  model Line
    C a, b;
    Boolean first = Connections.rooted(a.theta);
  equation
    Connections.branch(a.theta, b.theta);
    if Connections.rooted(a.theta) then
      b.theta = a.theta;
    else
      a.theta = b.theta;
    end if;
    a.i + b.i = 0;
    a.v - b.v = a.i;
  end Line;
  model Source
    C c;
  equation
    Connections.potentialRoot(c.theta, 1);
    if Connections.isRoot(c.theta) then
      c.theta = time;
    end if;
    c.v = 1;
  end Source;
  model Ring
    Source s;
    Line x, y, z;
  equation
    connect(z.b, x.a);
    connect(y.a, x.b);
    connect(y.b, z.a);
    connect(s.c, x.a);
  end Ring;
end P;
