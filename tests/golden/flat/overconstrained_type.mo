model OverconstrainedType "an overdetermined type may be an array of Reals (MLS 9.4.1)"
  type Pair = Real[2];
  type Direction
    extends Pair;
    function equalityConstraint
      input Real a[2];
      input Real b[2];
      output Real r[1];
    algorithm
      r[1] := a[1] - b[1];
    end equalityConstraint;
  end Direction;
  connector Frame
    Real s;
    flow Real f;
    Direction d;
    flow Real g[2];
  end Frame;
  Frame c;
  parameter Boolean root = Connections.isRoot(c.d);
equation
  Connections.potentialRoot(c.d);
  if root then
    c.d = {1, 0};
  end if;
  c.s = 1;
end OverconstrainedType;
