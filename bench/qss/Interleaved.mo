model Interleaved "N buck converters on one capacitor, which switch one after the other"
  parameter Integer N = 4;
  parameter Real C = 1e-4, L = 1e-4, R = 10, U = 24, T = 1e-4, duty = 0.5, on = 1e-5, off = 1e5;
  Real uC(start = 0, fixed = true), iL[N](each start = 0, each fixed = true);
  Boolean closed[N](each start = false, each fixed = true), conducts[N](each start = false, each fixed = true);
  Real Rs[N], Rd[N];
equation
  der(uC) = (sum(iL) - uC/R)/C;
  for i in 1:N loop
    Rs[i] = if closed[i] then on else off;
    Rd[i] = if conducts[i] then on else off;
    der(iL[i]) = ((U/Rs[i] - iL[i])*(Rs[i]*Rd[i]/(Rs[i] + Rd[i])) - uC)/L;
    when sample(T*(i - 1)/N + 0.01*T, T) then
      closed[i] = true;
      conducts[i] = false;
    elsewhen sample(T*(i - 1)/N + duty*T/N + 0.01*T, T) then
      closed[i] = false;
      conducts[i] = true;
    elsewhen iL[i] < 0 then
      closed[i] = pre(closed[i]);
      conducts[i] = false;
    end when;
  end for;
  annotation(experiment(StopTime = 0.01, Tolerance = 1e-3));
end Interleaved;
