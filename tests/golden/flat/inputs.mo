model Inputs "inputs in records, connectors and arrays of them at the top (MLS 4.8)"
  record R
    Real x;
    Real z[2];
  end R;
  connector IO
    input Real u;
    output Real y;
  end IO;
  connector Nested
    IO a;
  end Nested;
  input R u[2];
  input R w = R(1, {2, 3}) "not from outside: it has a value";
  output R y;
  Nested q[2];
equation
  y = u[1];
  q.a.y = q.a.u;
end Inputs;
