model Whens "Conditions as variables, branches in order, actions"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  discrete Real held(start = 0), last(start = 0);
  Integer n(start = 0, fixed = true);
  Boolean on(start = false, fixed = true);
  Boolean up = edge(on), other = change(n);
equation
  der(x) = v;
  der(v) = -9.81;
  when x < 0 then
    reinit(v, -0.7*pre(v));
    n = pre(n) + 1;
  end when;
  when {initial(), sample(0, 0.5), x < 0 and v < 0} then
    held = if x > 0.5 then x else v;
    last = pre(held);
  elsewhen time > 3 then
    held = 0;
    last = time;
    assert(n < 100, "too many");
    terminate("end after " + String(n));
  end when;
  when n > 3 then
    on = not pre(on);
  elsewhen terminal() then
    on = false;
  end when;
  when on then
    if x > 0 then
      reinit(x, 1);
    else
      reinit(x, 2);
    end if;
  end when;
end Whens;
