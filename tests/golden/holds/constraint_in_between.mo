// The constraining clause of a redeclaration counts for those that replace it in turn (MLS 7.3.2).
model constraint_in_between
  model A
    Real x = 1;
  end A;
  model B
    Real x = 1;
    Real y = 1;
  end B;
  model C
    Real x = 1;
    Real y = 1;
  end C;
  model D
    replaceable B b constrainedby A;
  end D;
  model E
    extends D(redeclare replaceable B b constrainedby B(x = 2, y = 3));
  end E;
  model F
    extends E(redeclare C b(y = 4));
  end F;
  E e;
  F f;
equation
  assert(abs(e.b.x - 2) + abs(e.b.y - 3) < 1e-12, "of the redeclaration");
  assert(abs(f.b.x - 2) + abs(f.b.y - 4) < 1e-12, "of what replaces it");
end constraint_in_between;
