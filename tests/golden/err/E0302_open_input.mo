// Inputs of components that nothing is connected to, in plain words; an equation, a binding and a connection count.
model E0302_open_input
  connector In = input Real;
  connector Out = output Real;
  block Gain
    parameter Real k = 2;
    In u;
    Out y;
  equation
    y = k*u;
  end Gain;
  block Pair
    Gain inner1;
    In u;
    Out y;
  equation
    connect(u, inner1.u);
    connect(inner1.y, y);
  end Pair;
  model Bound
    input Real u = 3*z;
    Real z;
    Real y = u;
  end Bound;
  Gain open, fed, written;
  Pair nested;
  Bound bound;
  Real w;
equation
  connect(open.y, fed.u);
  written.u = 2*w;
end E0302_open_input;
