model branch_of_equal
  "Variables that are equal to parameters decide which start value is missing"
  block Constant
    parameter Real k = 1;
    output Real y;
  equation
    y = k;
  end Constant;
  parameter Real T1 = 2, T2 = 2, k = 2;
  Constant par1(k = T1), par2(k = T2);
  Real w, x, y;
initial equation
  y = 10;
equation
  der(w) = -w;
  der(x) = w - x;
  if abs(par1.y - par2.y) < 1e-10 then
    y = k*w;
  else
    y = x;
  end if;
  assert(abs(w - 5*exp(-time)) < 1e-4 and abs(y - 2*w) < 1e-10, "w follows from y");
end branch_of_equal;
