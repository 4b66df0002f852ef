package Linear "models whose matrices are known"
  model Mass "a mass at a spring: A = [0, 1; -c/m, -d/m], B = [0; 1/m], C = [1, 0], D = 0"
    parameter Real m = 2, c = 8, d = 0.4;
    input Real f(start = 0);
    output Real y = x;
    Real x(start = 0.3, fixed = true), v(start = 0, fixed = true);
  equation
    der(x) = v;
    m*der(v) = f - c*x - d*v;
  end Mass;

  model Motor "A = [-R/L, -k/L; k/J, -b/J], B = [1/L, 0; 0, -1/J]"
    parameter Real R = 0.5, L = 0.01, k = 0.1, J = 0.002, b = 0.001;
    input Real u(start = 12), load(start = 0.1);
    output Real speed = w, torque = k*i;
    Real i(start = 1, fixed = true), w(start = 5, fixed = true);
  equation
    L*der(i) = u - R*i - k*w;
    J*der(w) = k*i - b*w - load;
  end Motor;

  model Pendulum "A = [0, 1; -(g/l) cos(phi), 0], D = 1"
    parameter Real g = 9.81, l = 0.7;
    input Real u(start = 0);
    output Real y = phi + u;
    Real phi(start = 0.5, fixed = true), w(start = 0, fixed = true);
  equation
    der(phi) = w;
    der(w) = -g/l*sin(phi);
  end Pendulum;

  model VanDerPol "A = [0, 1; -1 - 2 mu x y, mu (1 - x^2)]"
    parameter Real mu = 1.5;
    Real x(start = 2, fixed = true), y(start = -0.5, fixed = true);
  equation
    der(x) = y;
    der(y) = mu*(1 - x^2)*y - x;
  end VanDerPol;

  model Tank "an algebraic loop: A = -k/(2 sqrt(h)) / area"
    parameter Real area = 3, k = 0.6;
    input Real q(start = 0.9);
    output Real out = leaves;
    Real h(start = 4, fixed = true), leaves(start = 1);
  equation
    area*der(h) = q - leaves;
    leaves^2 = k^2*h;
  end Tank;

  model Ramp "has no equilibrium"
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end Ramp;

  model Square "whose derivative is small long before its state is"
    Real x(start = 1, fixed = true);
  equation
    der(x) = x^2;
  end Square;

  model Cube
    Real x(start = 1, fixed = true);
  equation
    der(x) = -x^3;
  end Cube;

  model Drift "of a state beside which its derivative is small"
    Real x(start = 1e10, fixed = true);
  equation
    der(x) = 1;
  end Drift;
end Linear;
