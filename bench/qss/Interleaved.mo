model Interleaved "N buck converters on one capacitor, which switch one after the other"
  parameter Integer N = 4;
  parameter Real C = 1e-4, L = 1e-4, R = 10, U = 24, T = 1e-4, duty = 1/(2*N), on = 1e-5, off = 1e5;
  Real uC(start = 0, fixed = true), iL[N](each start = 0, each fixed = true), iD[N], s[N];
  Boolean closed[N](each start = false, each fixed = true), conducts[N](each start = false, each fixed = true);
  Real Rs[N], Rd[N];
equation
  der(uC) = (sum(iL) - uC/R)/C;
  for i in 1:N loop
    Rs[i] = if closed[i] then on else off;
    Rd[i] = if conducts[i] then on else off;
    iD[i] = (iL[i]*Rs[i] - U)/(Rs[i] + Rd[i]);
    s[i] = if conducts[i] then iD[i] else iD[i]*Rd[i];
    der(iL[i]) = (-iD[i]*Rd[i] - uC)/L;
    when sample((i - 1)*T/N, T) then
      closed[i] = true;
    elsewhen sample((i - 1)*T/N + duty*T, T) then
      closed[i] = false;
    end when;
    when s[i] > 0 then
      conducts[i] = true;
    elsewhen s[i] < 0 then
      conducts[i] = false;
    end when;
  end for;
  annotation(experiment(StopTime = 0.01, Tolerance = 1e-3));
end Interleaved;
