package P
  function two "Of three elements"
    input Real x;
    output Real y[3];
  algorithm
    y[1] := x;
    y[3] := 2*x;
  end two;
  function three "All of them"
    input Real x;
    output Real y[3];
  algorithm
    y[1] := x;
    y[2:3] := {x, x};
  end three;
  function each_one
    input Real x;
    output Real y[3, 2];
  algorithm
    y[1, :] := {x, x};
    y[2, 1] := x;
    y[2, 2] := x;
    y[3, :] := {x, 1};
  end each_one;
  model M
    Real a[3] = two(time);
    Real b[3] = three(time);
    Real c[3, 2] = each_one(time);
  end M;
end P;
