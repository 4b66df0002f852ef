model E0805_reinit_twice "of several reinit of a state at most one may be active (MLS 8.3.6)"
  Real x(start = 0, fixed = true), y = x;
  Real z(start = 0, fixed = true), fine(start = 0, fixed = true), w[2](each start = 0, each fixed = true);
equation
  der(x) = 1;
  der(z) = 1;
  der(fine) = 1;
  der(w) = {1, 1};
  when time > 0.5 then
    reinit(x, 5);
    if z > 0.2 then
      reinit(fine, 1);
    else
      reinit(fine, 2);
    end if;
  elsewhen time > 0.6 then
    reinit(fine, 3);
  end when;
  when time > 0.7 then
    reinit(y, 1);
  end when;
  when time > 0.8 then
    if z > 1 then
      reinit(z, 1);
    end if;
    reinit(z, 2);
    for i in 1:2 loop
      reinit(w[i], i);
    end for;
  end when;
end E0805_reinit_twice;
