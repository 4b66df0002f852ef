// Redeclaration keeps the modifiers of the constraining clause (MLS 7.3.2).
package P
  model Base
    parameter Real n = 1;
    Real y = n;
  end Base;
  model Special
    extends Base;
    Real z = 2*y;
  end Special;
  model Holder
    replaceable Base part constrainedby Base(n = 5);
    replaceable package Q = Q1;
    Real c = Q.k;
  end Holder;
  package Q1
    constant Real k = 10;
  end Q1;
  package Q2
    constant Real k = 20;
  end Q2;
  model M
    Holder h(redeclare Special part, redeclare package Q = Q2);
  end M;
end P;
