// What stands in a branch of an if-equation happens only if the branch is taken, also if parameters decide
// that are not evaluated at compile time (MLS 8.3.4): here nothing may stop the run.
package effect_of_branch
  package Texts
    function fail "Has no result"
      input String s;
    external "C" ModelicaError(s);
    end fail;
    function root
      input Real x;
      output Real y;
    algorithm
      assert(x >= 0, "the root of a negative number");
      y := 0;
      while y*y < x loop
        y := y + 0.5;
      end while;
    end root;
  end Texts;
  model Limited
    parameter Real low = 0, high = 1, first;
    parameter Boolean checked(fixed = false);
    Real x(start = first, fixed = true);
  initial equation
    checked = first > 2;
    if checked then
      Texts.fail("the start value " + String(first) + " is large");
    end if;
  equation
    der(x) = -x;
    if first < low or first > high then
      Texts.fail("the start value " + String(first) + " is not between the limits");
    end if;
    if low > 0 then
      assert(Texts.root(-low) > 0, "never looked at");
    end if;
  end Limited;
  model M
    Limited a(first = 1), b(first = 0.5);
  equation
    assert(abs(a.x - 2*b.x) < 1e-3, "both run");
  end M;
end effect_of_branch;
