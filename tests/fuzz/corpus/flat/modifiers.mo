// The right-hand side of a modifier is looked up where it is written (MLS 7.2).
package P
  model A
    parameter Real k = 1;
    Real q = k;
  end A;
  model B
    parameter Real k = 5;
    A a(k = k + 1);
    A each_one[2](each k = 7);
    A split[2](k = {8, 9});
  end B;
  model M
    extends B(k = 3, a(q(start = 4)));
  end M;
end P;
