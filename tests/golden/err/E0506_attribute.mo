model E0506_attribute
  model B
    Real x(strat = 1, fixed = true);
    Integer i(nominal = 2) = 1;
  equation
    der(x) = -x;
  end B;
  type Length = Real(unit = "m", dispalyUnit = "mm");
  B b(x(minimum = 0)), c[2](each x(start(min = 1) = 2));
  Length l = 1;
  extends Base(z = 1);
  model Base
    Real y = f(time);
  end Base;
  function f
    input Real x(mini = 0);
    output Real y;
  algorithm
    y := x;
  end f;
end E0506_attribute;
