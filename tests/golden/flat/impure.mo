// Calls of impure functions stay apart; who calls one without saying what it is, is impure too.
package P
  impure function now
    output Real t;
  algorithm
    t := 1;
  end now;
  function undecided
    input Real u;
    output Real y;
  algorithm
    y := u*now();
  end undecided;
  function indirect
    input Real u;
    output Real y;
  algorithm
    y := undecided(u);
  end indirect;
  pure function sure
    input Real u;
    output Real y;
  algorithm
    y := u*pure(now());
  end sure;
  model M
    parameter Real p = now() - now();
    Real a = indirect(time) - indirect(time);
    Real b = sure(time) - sure(time);
  end M;
end P;
