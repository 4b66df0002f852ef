// Rules of the language that are easily forgotten, one component for each.
package small_rules
  package P
    type E = enumeration(a, b);
    type F = enumeration(x, y);
  end P;
  record Bottom
    parameter Real x[3] = {1, 2, 3};
    parameter Real y = sum(x);
  end Bottom;
  record Mid
    parameter Bottom b;
    parameter Real z = 4;
  end Mid;
  function guard "pure: it can do nothing but fail"
    input Real x;
  algorithm
    assert(x > 0, "x must be positive");
  end guard;
  function twice
    input Real x;
    output Real y;
  algorithm
    guard(x);
    y := 2*x;
  end twice;
  operator record Truth
    Boolean v;
    encapsulated operator function 'not'
      import small_rules.Truth;
      input Truth a;
      output Truth b;
    algorithm
      b.v := not a.v;
    end 'not';
  end Truth;
  model Literals "MLS 13.2.1"
    import small_rules.P.E.a;
    import second = small_rules.P.E.b;
    import small_rules.P.F.{x, y};
    parameter P.E e = a;
    parameter P.E g = second;
    parameter P.F f = y;
  equation
    assert(e == P.E.a and g == P.E.b and f == P.F.y and x == P.F.x, "literals are imported");
  end Literals;
  model Empty "MLS 10.4.1"
    parameter Integer n = 0;
    parameter String s[n] = {"p" + String(i) for i in 1:n};
    parameter Integer k[n, 2] = {i*j for j in 1:2, i in 1:n};
    parameter Boolean b[n] = {i > 1 for i in 1:n};
  equation
    assert(size(s, 1) == 0 and size(k, 2) == 2, "arrays without elements have their types");
  end Empty;
  model Sizes "MLS 10.3.1"
    parameter Real A[1, n] = ones(1, n);
    parameter Integer n = size(A, 1);
    parameter Real B[m, 2] = ones(m, 2);
    parameter Integer m = size(B, 2);
    parameter Real C[:, k] = {{1, 2}, {3, 4}, {5, 6}};
    parameter Integer k = size(C, 1) - 1;
  equation
    assert(n == 1 and m == 2 and k == 2, "one size does not need the others");
  end Sizes;
  model Given
    Mid whole = Mid(z = 7);
  end Given;
  model Broken "MLS 7.2.7"
    Given given(whole(z = 5) = break);
  equation
    assert(abs(given.whole.z - 5) + abs(given.whole.b.y - 6) < 1e-9,
      "without the value of a record its parts have their own");
  end Broken;
  model All
    Broken broken;
    Literals literals;
    Empty empty;
    Sizes sizes;
    parameter Mid mid = Mid();
    constant Real c = twice(2);
    Truth t(v = time > 0.5);
    Truth u = not t;
  equation
    guard(1 + time);
    assert(abs(mid.b.y - 6) + abs(mid.b.x[2] - 2) + abs(mid.z - 4) < 1e-9, "parts have their defaults");
    assert(abs(c - 4) < 1e-9, "a pure function without results can be evaluated");
    assert(u.v <> t.v, "not can be overloaded");
  end All;
end small_rules;
