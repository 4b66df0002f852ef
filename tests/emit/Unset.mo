package Unset "Variables of functions that are used before they have a value are zero"
  function total "Begins with nothing"
    input Real x[:];
    output Real y;
  protected
    Real s;
  algorithm
    for i in 1:size(x, 1) loop
      if x[i] > 0 then
        s := s + x[i];
      end if;
    end for;
    y := s;
  end total;

  function change "From what nothing was assigned to at first"
    input Real x[3];
    output Real d;
  protected
    Real last[3];
  algorithm
    d := 0;
    for i in 1:2 loop
      d := d + sum(x - last);
      last := x;
    end for;
  end change;

  function above "Perhaps nothing"
    input Real x;
    output Real y;
  algorithm
    if x > 0.5 then
      y := x;
    end if;
  end above;

  model Unset
    Real a = total({time, -1});
    Real b = change({time, 1, 2});
    Real d = above(time);
    Real x(start = 0, fixed = true);
  equation
    der(x) = a + d;
    assert(abs(a - time) < 1e-12 and abs(b - time - 3) < 1e-12, "sums begin with zero");
    assert(abs(d - (if noEvent(time > 0.5) then time else 0)) < 1e-12, "what is not above is zero");
  end Unset;
end Unset;
