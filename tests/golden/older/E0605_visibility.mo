package E0605_visibility "A protected element may be redeclared by a public one: once told for each class"
  partial model Base
    Real y;
  protected
    replaceable function f
      input Real u;
      output Real y;
    algorithm
      y := u;
    end f;
    replaceable function g
      input Real u;
      output Real y;
    algorithm
      y := u;
    end g;
  equation
    y = f(time) + g(time);
  end Base;

  function twice
    input Real u;
    output Real y;
  algorithm
    y := 2*u;
  end twice;

  model Heir
    extends Base;
    redeclare function f = twice;
    redeclare function g = twice;
  end Heir;

  model Test
    Heir a, b;
  end Test;
end E0605_visibility;
