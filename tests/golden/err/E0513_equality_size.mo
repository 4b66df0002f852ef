// MLS 9.4.1: the residue of equalityConstraint is a vector of constant size.
package P
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a, b;
      output Real residue[:];
    algorithm
      residue := {a - b};
    end equalityConstraint;
  end Angle;
  connector C
    Angle theta;
    Real v;
    flow Real i;
  end C;
  model Part
    C a, b;
  equation
    Connections.branch(a.theta, b.theta);
    a.theta = b.theta;
    a.v = b.v;
    a.i + b.i = 0;
  end Part;
  model Loop
    Part p, q;
  equation
    Connections.root(p.a.theta);
    connect(p.b, q.a);
    connect(q.b, p.a);
  end Loop;
end P;
