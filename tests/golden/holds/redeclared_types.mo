// A redeclaration's own modifiers are stronger than those of what it replaces; what it does not say is
// kept (MLS 7.3.2).
model redeclared_types
  model A
    replaceable type T = Real(min = 1, start = 2);
    T x(fixed = true);
  equation
    der(x) = 0;
  end A;
  model B
    extends A(redeclare type T = Real(start = 5));
  end B;
  model C
    extends A;
    redeclare type T = Real(start = 8);
  end C;
  model D
    replaceable model X = Y(k = 3);
    X x;
  end D;
  model Y
    parameter Real k = 1, j = 1;
  end Y;
  model Z
    extends Y;
  end Z;
  A a(redeclare type T = Real(start = 7));
  B b;
  C c;
  D d(redeclare model X = Z(k = 4)), e(redeclare model X = Z(j = 4));
  function same
    input Real a[:], b[:];
    output Boolean y = true;
  algorithm
    for i in 1:size(a, 1) loop
      y := y and a[i] == b[i];
    end for;
  end same;
equation
  assert(same({a.x, b.x, c.x}, {7, 5, 8}), "start values");
  assert(same({d.x.k, d.x.j, e.x.k, e.x.j}, {4, 1, 3, 4}), "parameters");
end redeclared_types;
