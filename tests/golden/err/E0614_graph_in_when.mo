package P
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
    Real v;
    flow Real i;
  end C;
  model M
    C c;
  equation
    when time > 1 then
      Connections.root(c.theta);
    end when;
  end M;
end P;
