model OuterClass "an outer class stands for the inner one around the instance (MLS 5.4)"
  model A
    outer model X
      Real a = 1;
    end X;
    outer type T = Real;
    outer function f
      input Real u;
      output Real y;
    algorithm
      y := u;
    end f;
    X x;
    T t = 1;
    Real z = f(time);
  end A;
  inner model X
    Real a = 2;
    Real b = 3;
  end X;
  inner type T = Real(unit = "m");
  inner function f
    input Real u;
    output Real y;
  algorithm
    y := 3*u;
  end f;
  A a;
end OuterClass;
