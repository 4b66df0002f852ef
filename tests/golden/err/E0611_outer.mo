model Outer
  model A
    outer parameter Real p = 2;
    outer Real q[2];
  end A;
  inner parameter Real p = 1;
  inner Real q[3] = {1, 2, 3};
  A a;
end Outer;
