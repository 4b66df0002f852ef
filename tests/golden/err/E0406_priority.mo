model M
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a, b;
      output Real residue[0];
    algorithm
    end equalityConstraint;
  end Angle;
  connector C
    Angle theta;
  end C;
  C a, b;
equation
  Connections.potentialRoot(a.theta, 9007199254740993);
  Connections.potentialRoot(b.theta, priority = -1);
  a.theta = time;
  b.theta = time;
end M;
