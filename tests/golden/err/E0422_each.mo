// `each` needs an array around what it stands before (MLS 7.2.5).
package P
  model A
    parameter Real p = 1;
    parameter Real q[2] = {1, 2};
    Real x(start = 1, fixed = true);
  equation
    der(x) = -p*x;
  end A;
  model B
    A c[2];
    A d;
  end B;
  model M
    type V = Real[3](each unit = "m");
    V v(each start = 1) = {1, 2, 3};
    A right[2](each p = 2, x(each start = 3));
    A right2(q(each min = 0));
    B right3[2](each c(each p = 1), each d(each p = 3, x(each start = 2)));
    B right4(each c.p = 1);
    A wrong(each p = 2);
    B wrong2(each d.p = 2);
    Real y(each start = 3, fixed = true);
    extends A(x(each start = 4));
  equation
    der(y) = -y;
  end M;
end P;
