package Scale "Models of any size, for bench/scale: n is how many cells, sections or buses"
  model Heat "Heat equation in a square of about n cells, by differences"
    parameter Integer n = 100;
    parameter Real k = 0.5;
    final parameter Integer m = integer(sqrt(n) + 0.5);
    Real T[m, m](each start = 1, each fixed = true);
  equation
    for i in 1:m loop
      for j in 1:m loop
        der(T[i, j]) = k*((if i > 1 then T[i - 1, j] else 0) + (if i < m then T[i + 1, j] else 0)
          + (if j > 1 then T[i, j - 1] else 0) + (if j < m then T[i, j + 1] else 0) - 4*T[i, j]);
      end for;
    end for;
  end Heat;

  model Advection "A wave that is carried along n cells and grows on its way"
    parameter Integer n = 100;
    parameter Real a = 1, r = 10;
    final parameter Real dx = 1/n;
    Real u[n](start = {if i < n/4 then 1 else 0 for i in 1:n}, each fixed = true);
  equation
    der(u[1]) = -a*(u[1] - 1)/dx + r*u[1]^2*(1 - u[1]);
    for i in 2:n loop
      der(u[i]) = -a*(u[i] - u[i - 1])/dx + r*u[i]^2*(1 - u[i]);
    end for;
  end Advection;

  model Ladder "n sections of a resistor and a capacitor"
    parameter Integer n = 100;
    Modelica.Electrical.Analog.Sources.ConstantVoltage source(V = 1);
    Modelica.Electrical.Analog.Basic.Ground ground;
    Modelica.Electrical.Analog.Basic.Resistor r[n](each R = 1);
    Modelica.Electrical.Analog.Basic.Capacitor c[n](each C = 1, each v(start = 0, fixed = true));
  equation
    connect(source.n, ground.p);
    connect(source.p, r[1].p);
    for i in 1:n loop
      connect(r[i].n, c[i].p);
      connect(c[i].n, ground.p);
    end for;
    for i in 1:n - 1 loop
      connect(r[i].n, r[i + 1].p);
    end for;
  end Ladder;

  model Line "A transmission line: n sections of an inductor, a resistor and a capacitor"
    parameter Integer n = 100;
    Modelica.Electrical.Analog.Sources.ConstantVoltage source(V = 1);
    Modelica.Electrical.Analog.Basic.Ground ground;
    Modelica.Electrical.Analog.Basic.Inductor l[n](each L = 1e-3, each i(start = 0, fixed = true));
    Modelica.Electrical.Analog.Basic.Resistor r[n](each R = 0.1);
    Modelica.Electrical.Analog.Basic.Capacitor c[n](each C = 1e-6, each v(start = 0, fixed = true));
  equation
    connect(source.n, ground.p);
    connect(source.p, l[1].p);
    for i in 1:n loop
      connect(l[i].n, r[i].p);
      connect(r[i].n, c[i].p);
      connect(c[i].n, ground.p);
    end for;
    for i in 1:n - 1 loop
      connect(r[i].n, l[i + 1].p);
    end for;
  end Line;

  connector Terminal "Of a power grid: phase angle and power"
    Real theta;
    flow Real P;
  end Terminal;

  model Bus "A machine at a bus: the swing equation"
    Terminal t;
    parameter Real M = 1, D = 0.2, P0 = 0;
    Real omega(start = 0, fixed = true);
    Real theta(start = 0, fixed = true);
  equation
    theta = t.theta;
    der(theta) = omega;
    M*der(omega) = P0 - D*omega + t.P;
  end Bus;

  model Branch "A line of a power grid"
    Terminal a, b;
    parameter Real B = 1;
  equation
    a.P = B*sin(a.theta - b.theta);
    a.P + b.P = 0;
  end Branch;

  model Grid "n buses, each joined to its neighbour and to one somewhere before it"
    parameter Integer n = 100;
    Bus bus[n](P0 = {0.1*sin(i) for i in 1:n});
    Branch near[n - 1](B = {1 + 0.5*cos(i) for i in 1:n - 1});
    Branch far[n - 1](each B = 0.3);
  equation
    for i in 1:n - 1 loop
      connect(near[i].a, bus[i].t);
      connect(near[i].b, bus[i + 1].t);
      connect(far[i].a, bus[i + 1].t);
      connect(far[i].b, bus[1 + mod(7*i + integer(i/3), i)].t);
    end for;
  end Grid;

  model Oscillators "n phase oscillators (Kuramoto), each drawn along by six others anywhere"
    parameter Integer n = 100;
    parameter Real k = 0.5;
    parameter Real omega[n] = {1 + 0.2*sin(37.0*i) for i in 1:n};
    Real theta[n](start = {3*sin(11.0*i) for i in 1:n}, each fixed = true);
  equation
    for i in 1:n loop
      der(theta[i]) = omega[i] + k*(sin(theta[1 + mod(7*i + 3, n)] - theta[i])
        + sin(theta[1 + mod(31*i + 17, n)] - theta[i]) + sin(theta[1 + mod(101*i + 5, n)] - theta[i])
        + sin(theta[1 + mod(1009*i + 71, n)] - theta[i]) + sin(theta[1 + mod(5003*i + 29, n)] - theta[i])
        + sin(theta[1 + mod(i*mod(i, 83), n)] - theta[i]));
    end for;
  end Oscillators;

  model Chain "n links of two inertias with a gear between them, whose constraint is to be
    differentiated twice, and springs between the links"
    parameter Integer n = 100;
    Modelica.Mechanics.Rotational.Components.Fixed fixed;
    Modelica.Mechanics.Rotational.Components.Inertia a[n](each J = 1,
      each phi(start = 0, fixed = true), w(start = {if i == n then 1 else 0 for i in 1:n}, each fixed = true));
    Modelica.Mechanics.Rotational.Components.Inertia b[n](each J = 0.5);
    Modelica.Mechanics.Rotational.Components.IdealGear gear[n](each ratio = 2);
    Modelica.Mechanics.Rotational.Components.SpringDamper spring[n](each c = 100, each d = 0.1);
  equation
    connect(fixed.flange, spring[1].flange_a);
    for i in 1:n loop
      connect(spring[i].flange_b, a[i].flange_a);
      connect(a[i].flange_b, gear[i].flange_a);
      connect(gear[i].flange_b, b[i].flange_a);
    end for;
    for i in 1:n - 1 loop
      connect(b[i].flange_b, spring[i + 1].flange_a);
    end for;
  end Chain;

  model Links "A chain of n bodies in space that hang from each other by revolute joints, some of
    them across; the library must have MultiBody"
    parameter Integer n = 10;
    inner Modelica.Mechanics.MultiBody.World world(enableAnimation = false);
    Modelica.Mechanics.MultiBody.Joints.Revolute joint[n](
      n = {if mod(i, 3) == 0 then {1, 0, 0} else {0, 0, 1} for i in 1:n},
      each phi(start = 0.05, fixed = true), each w(start = 0, fixed = true));
    Modelica.Mechanics.MultiBody.Parts.Body body[n](each m = 1, each r_CM = {0.5, 0, 0}, each I_11 = 0.01,
      each I_22 = 0.01, each I_33 = 0.01);
    Modelica.Mechanics.MultiBody.Parts.FixedTranslation rod[n](each r = {1, 0, 0});
  equation
    connect(world.frame_b, joint[1].frame_a);
    for i in 1:n loop
      connect(joint[i].frame_b, body[i].frame_a);
      connect(joint[i].frame_b, rod[i].frame_a);
    end for;
    for i in 1:n - 1 loop
      connect(rod[i].frame_b, joint[i + 1].frame_a);
    end for;
  end Links;
end Scale;
