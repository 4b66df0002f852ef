model M
  model A
    parameter Real k = 1;
    Real y = k;
  end A;
  record R
    Real a = 1;
  end R;
  parameter Real q[4] = {1, 2, 3, 4};
  A many[2](k = {1, 2, 3});
  A few[3](k = {1, 2});
  A named[3](k = q);
  R records[2](a = fill(time, 3));
  R whole[2] = {R(1), R(2), R(3)};
end M;
