// A call in an arm of an if-expression is made only if the arm is taken (MLS 3.6.5): for all elements of an
// array or record as for one. And the sizes of a result are those that its declaration gives, when the
// function assigns no others: it need not be called to know them.
package branch_with_call
  record Curve
    Integer n;
    Real v[n];
  end Curve;
  record Table
    Real v[:];
    Real d[:];
  end Table;
  function rise
    input Real x[:];
    output Real y = 0;
  algorithm
    assert(x[1] < x[size(x, 1)], "it must rise");
    for i in 1:size(x, 1) loop
      if x[i] > y then
        y := x[i] + y;
      end if;
    end for;
  end rise;
  function table
    input Curve c;
    output Table t(v = zeros(11), d = zeros(11));
  protected
    Real v[11];
  algorithm
    v := {c.v[end]*i*0.1 for i in 0:10};
    for i in 1:11 loop
      t.v[i] := v[i]*rise(c.v);
    end for;
    t.d := v;
  end table;
  model Pump
    parameter Real a;
    parameter Integer which = if a > 0 then 1 else 2;
    parameter Curve c1(n = 2, v = if a > 0 then {0, a} else zeros(2));
    parameter Curve c2(n = 3, v = if a > 0 then zeros(3) else {0, 1, -a});
    parameter Table t = if which == 1 then table(c1) else table(c2);
    Real x = t.v[11]*time;
  end Pump;
  model M
    Pump one(a = 2), other(a = -3);
  equation
    assert(abs(one.x - 4*time) + abs(other.x - 12*time) < 1e-9, "each by its own curve");
    assert(abs(one.t.d[6] - 1) + abs(other.t.d[6] - 1.5) < 1e-9, "and its points");
  end M;
end branch_with_call;
