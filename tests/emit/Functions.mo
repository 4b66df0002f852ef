package Functions "Functions as C: loops, arrays, records, Strings, recursion, several results"
  record Point
    Real x;
    Real y;
  end Point;

  type Mode = enumeration(off, slow, fast);

  function polynomial "Horner's scheme"
    input Real c[:];
    input Real u;
    output Real y;
  algorithm
    y := 0;
    for i in size(c, 1):-1:1 loop
      y := y * u + c[i];
    end for;
  end polynomial;

  function gamma "of whole numbers"
    input Integer n;
    output Integer y;
  algorithm
    y := if n < 2 then 1 else n * gamma(n - 1);
  end gamma;

  function rotate
    input Point p;
    input Real angle;
    output Point q;
    output Real length;
  protected
    Real R[2, 2] = [cos(angle), -sin(angle); sin(angle), cos(angle)];
    Real v[2];
  algorithm
    v := R * {p.x, p.y};
    q := Point(v[1], v[2]);
    length := sqrt(v * v);
  end rotate;

  function label
    input Mode mode;
    input Real x;
    output String s;
  algorithm
    s := String(mode) + ": " + String(x, significantDigits = 4);
    while Modelica.Utilities.Strings.length(s) < 20 loop
      s := s + ".";
    end while;
  end label;

  function root "by Newton's method"
    input Real a;
    output Real x;
  protected
    Real next;
  algorithm
    x := max(a, 1);
    while true loop
      next := (x + a / x) / 2;
      if abs(next - x) < 1e-12 * x then
        break;
      end if;
      x := next;
    end while;
  end root;

  model Model
    Real x(start = 1, fixed = true);
    Real p;
    Real r;
    Real s[3];
    Real length;
    Point q;
    Integer g;
    Integer n(start = 0, fixed = true);
    Mode mode(start = Mode.off, fixed = true);
    String text;
  equation
    der(x) = -x + polynomial({0.1, 0.2, 0.3, 0.4}, sin(time));
    p = polynomial({1, -2, 0.5}, x);
    r = root(1 + x ^ 2);
    (q, length) = rotate(Point(x, 1), 0.3 * time);
    s = {sum(sin(k * x) for k in 1:5), min({x, p, r}), product({x, 2, 3})};
    g = gamma(5 + n);
    when sample(0, 0.25) then
      n = mod(pre(n) + 1, 4);
      mode = if n == 0 then Mode.off elseif n < 3 then Mode.slow else Mode.fast;
    end when;
    text = label(mode, n / 3);
    assert(Modelica.Utilities.Strings.length(text) >= 20, "too short: " + text);
    annotation(experiment(StopTime = 2));
  end Model;
end Functions;
