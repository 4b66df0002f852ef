// n = 32: a sine in a function
model Functions1
  function f
    input Real t;
    output Real y;
  algorithm
    y := sin(50*t);
  end f;
  Integer n(start = 0, fixed = true);
equation
  when f(time) > 0.99 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Functions1;

// n = 1: a parabola in a branch, for 1e-4 of the run
model Functions2
  function f
    input Real x;
    output Real y;
  algorithm
    if x < 0.4137 or x > 0.4138 then
      y := -1;
    else
      y := 1 - ((x - 0.41375)/5e-5)^2;
    end if;
  end f;
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when f(x) > 0.1 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Functions2;

// n = 2: bumps that a loop adds up
model Functions3
  function f
    input Real t;
    output Real y;
  protected
    Real at[3] = {0.2, 0.53, 0.81};
  algorithm
    y := 0;
    for i in 1:3 loop
      y := y + i*exp(-((t - at[i])/1e-3)^2);
    end for;
  end f;
  Integer n(start = 0, fixed = true);
equation
  when f(time) > 1.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Functions3;

// n = 1: a search by while, then a line between two points
model Functions4
  function f
    input Real x;
    input Real xs[:];
    input Real ys[size(xs, 1)];
    output Real y;
  protected
    Integer i;
  algorithm
    i := 1;
    while i < size(xs, 1) - 1 and x > xs[i + 1] loop
      i := i + 1;
    end while;
    y := ys[i] + (ys[i + 1] - ys[i])*(x - xs[i])/(xs[i + 1] - xs[i]);
  end f;
  Integer n(start = 0, fixed = true);
equation
  when f(sin(time), {-1, 0, 0.7, 0.7005, 0.701, 2}, {0, 0, 0, 1, 0, 0}) > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end Functions4;

// n = 3: a product of fields of a record
model Functions5
  record R
    Real a;
    Real b[2];
  end R;
  function make
    input Real t;
    output R r;
  algorithm
    r.a := sin(t);
    r.b := {cos(t), t};
  end make;
  function f
    input R r;
    output Real y;
  algorithm
    y := r.a*r.b[1];
  end f;
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when f(make(x)) > 0.49999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Functions5;

// n = 8: a polynomial whose degree is a parameter
model Functions6
  function f
    input Real x;
    input Integer k;
    output Real y;
  algorithm
    y := 0;
    for i in 1:k loop
      y := y*x + i;
    end for;
  end f;
  parameter Integer k = 3;
  Integer n(start = 0, fixed = true);
equation
  when f(sin(10*time), k) > 5.99 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end Functions6;

// y = 0.5: the integral of a thin spike in a function
model Functions7
  function f
    input Real t;
    output Real y;
  algorithm
    y := if abs(t - 0.613) < 5e-4 then 1000*(1 - abs(t - 0.613)/5e-4) else 0;
  end f;
  Real y(start = 0, fixed = true);
equation
  der(y) = f(time);
  annotation(experiment(StopTime = 1));
end Functions7;

// y = 1.19: the integral of steps in a function
model Functions8
  function f
    input Real x;
    output Real y;
  algorithm
    y := 0;
    if x > 0.3 then
      y := if x < 0.31 then 50 else 1;
    end if;
  end f;
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = f(x);
  annotation(experiment(StopTime = 1));
end Functions8;

// y = 0.0177245385091: the integral of a Gauss bell that a function of a function gives
model Functions9
  function square
    input Real x;
    output Real y;
  algorithm
    y := x*x;
  end square;
  function f
    input Real t;
    output Real y;
  algorithm
    y := exp(-square((t - 4.321)/0.01));
  end f;
  Real y(start = 0, fixed = true);
equation
  der(y) = f(time);
  annotation(experiment(StopTime = 10));
end Functions9;

// fails at 3.29916744539: an assertion of what a function says
model Functions10
  function f
    input Real x;
    output Boolean ok;
  algorithm
    ok := exp(-((x - 3.3)/0.001)^2) < 0.5;
  end f;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(f(x), "too large");
  annotation(experiment(StopTime = 10));
end Functions10;

// y = 0.261563685519: terminate where a function says so
model Functions11
  function f
    input Real x;
    output Real y;
  algorithm
    y := if x > 0.2 then sin(6*x) else -1;
  end f;
  Real y(start = 0, fixed = true);
equation
  der(y) = 1;
  when f(y) > 0.999999 then
    terminate("there");
  end when;
  annotation(experiment(StopTime = 1));
end Functions11;

// n = 11: the largest of a vector
model Functions12
  function f
    input Real v[:];
    output Real y;
  algorithm
    y := max(v);
  end f;
  Integer n(start = 0, fixed = true);
equation
  when f({sin(7*time), sin(9*time), -2}) > 0.9999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Functions12;

// n = 6: rotating a vector by a matrix
model Functions13
  function f
    input Real a;
    input Real v[2];
    output Real w[2];
  algorithm
    w := [cos(a), -sin(a); sin(a), cos(a)]*v;
  end f;
  Real w[2] = f(time, {3, 4});
  Integer n(start = 0, fixed = true);
equation
  when w[1] > 4.9999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 40));
end Functions13;

// n = 7: nested conditions in a function, of a state and time
model Functions14
  function f
    input Real x;
    input Real t;
    output Real y;
  algorithm
    if x > 0 then
      if sin(11*t) > 0.5 then
        y := x - 0.99;
      else
        y := -1;
      end if;
    else
      y := -x - 0.995;
    end if;
  end f;
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 5*v;
  der(v) = -5*x;
  when f(x, time) > 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 6));
end Functions14;

// n = 26: a crossing through a function and an algebraic loop
model Functions15
  function f
    input Real v;
    output Real y;
  algorithm
    y := v + 0.5*sin(v);
  end f;
  Real v;
  Integer n(start = 0, fixed = true);
equation
  f(v) = 2*sin(40*time);
  when v > 1.4 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end Functions15;

// n = 5: an algorithm of the model, with a loop
model Functions16
  Real y;
  Integer n(start = 0, fixed = true);
algorithm
  y := 0;
  for i in 1:4 loop
    y := y + sin(i*3*time)/i;
  end for;
equation
  when y > 1.2 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Functions16;

// n = 10: while with a number of turns that depends on the state
model Functions17
  function f
    input Real x;
    output Real y;
  protected
    Real r;
  algorithm
    r := x;
    y := 0;
    while r > 0.25 loop
      r := r - 0.25;
      y := y + 1;
    end while;
    y := y + 4*r;
  end f;
  Integer n(start = 0, fixed = true);
equation
  when f(1 + sin(20*time)) > 7.99 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end Functions17;


// n = 40: statements that count in a loop whose end is not known, by a variable that the loop counts down
model Functions18
  Real x(start = 0, fixed = true);
  Real rest;
  Integer k;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 40;
algorithm
  k := 0;
  rest := x + 0.5;
  while rest >= 1 loop
    rest := rest - 1;
    k := k + 1;
  end while;
  when change(k) then
    n := pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Functions18;

// y = 0.1: pulses that statements decide behind such a loop, for a derivative
model Functions19
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
  Real rest;
  Real u;
equation
  der(x) = 1;
  der(y) = u;
algorithm
  rest := x;
  u := 0;
  while rest > 0.1 loop
    rest := rest - 0.1;
  end while;
  if rest < 0.01 then
    u := 1;
  end if;
  annotation(experiment(StopTime = 1));
end Functions19;

// y = 0.1: pulses of a function with a loop whose end is not known, for a derivative
model Functions20
  function pulse
    input Real x;
    output Real u;
  protected
    Real rest;
  algorithm
    rest := x;
    while rest > 0.1 loop
      rest := rest - 0.1;
    end while;
    u := if rest < 0.01 then 1 else 0;
  end pulse;
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = pulse(x);
  annotation(experiment(StopTime = 1));
end Functions20;

// x = 2.5, n = 25: pulses that a function with while gives derivatives, each with its two events
model Functions21
  function f
    input Real t;
    output Real y;
  protected
    Integer k;
  algorithm
    k := 0;
    while t - 0.4*k > 0.4 loop
      k := k + 1;
    end while;
    y := if t - 0.4*k > 0.2 and t - 0.4*k < 0.3 then 1 else 0;
  end f;
  Real x(start = 0, fixed = true);
  Real y = f(time);
  Integer n(start = 0, fixed = true);
equation
  der(x) = y;
  when y > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Functions21;
