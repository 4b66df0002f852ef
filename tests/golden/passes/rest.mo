// A steady state: densities stand still because pressures and temperatures do, so the flow is known before these.
package Steady
  function density
    input Real p, T;
    output Real d;
  algorithm
    d := if T > 500 then p/(300*T) else 1000 + 1e-6*p - 0.2*(T - 300);
    annotation(Inline = false, derivative = density_der);
  end density;
  function density_der
    input Real p, T, p_der, T_der;
    output Real d_der;
  algorithm
    if T > 500 then
      d_der := p_der/(300*T) - p/(300*T^2)*T_der;
    else
      d_der := 1e-6*p_der - 0.2*T_der;
    end if;
    annotation(Inline = false);
  end density_der;
  model Rest
    Real p(start = 1e5), T(start = 300), d, m, U, f, Q;
  equation
    d = density(p, T);
    m = 0.01*d;
    U = m*4200*T;
    der(m) = 0.2 - f;
    der(U) = 0.2*4200*360 - f*4200*T + Q;
    Q = 20*sqrt(0.01 + abs(f))*(290 - T);
    f = 1e-3*noEvent(if p > 1e5 then sqrt((p - 1e5)*d) else 0);
  initial equation
    der(p) = 0;
    der(T) = 0;
  end Rest;
end Steady;
