// Modifiers of a constraining clause hold for the element itself and for what replaces it; what the
// declaration or redeclaration itself says is stronger (MLS 7.3.2).
model constraining
  package Base
    constant Real c = 1;
  end Base;
  package Ten
    extends Base(c = 10);
  end Ten;
  model A
    parameter Real k = 1;
    replaceable package P = Base;
    Real y = k*P.c;
  end A;
  model B
    replaceable package P = Ten(c = 7) constrainedby Base(c = 3);
    Real y = P.c;
  end B;
  model C
    replaceable package P = Ten constrainedby Base(c = 3);
    Real y = P.c;
  end C;
  partial function two
    input Real a;
    input Real b;
    output Real c;
  end two;
  function plus
    extends two;
  algorithm
    c := a + b;
  end plus;
  replaceable function f = plus constrainedby two(b = 1);
  replaceable A a constrainedby A(redeclare package P = Ten, k = 2);
  replaceable A a2(k = 5) constrainedby A(k = 2);
  B b, b9(redeclare package P = Ten(c = 9)), b3(redeclare package P = Ten), b4[2](redeclare each package P = Ten(c = 4));
  C c;
  Real x = f(15);
equation
  assert(abs(a.y - 20) < 1e-12 and abs(a2.y - 5) < 1e-12, "components");
  assert(abs(b.y - 7) < 1e-12 and abs(b9.y - 9) < 1e-12 and abs(b3.y - 3) < 1e-12 and abs(c.y - 3) < 1e-12, "packages");
  assert(abs(b4[2].y - 4) < 1e-12 and abs(x - 16) < 1e-12, "in arrays, functions");
end constraining;
