model Vanish "a coefficient of a derivative that a function makes zero"
  function inertia
    input Real kind;
    input Real x;
    output Real J;
  algorithm
    J := if kind > 1 then 1 + x * x else 0;
    annotation(Inline = false);
  end inertia;
  parameter Real kind = 0;
  Real c, x(start = 1), y(start = 1, fixed = true);
equation
  c = inertia(kind, y);
  c * der(x) + x = y;
  der(y) = -x;
end Vanish;
