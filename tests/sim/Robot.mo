model Robot "Pick-and-place robot (Nutaro 2014, equations 26 to 36) under constant torques"
  parameter Real xp = 0.1, L = 0.3, l = 0.7;
  parameter Real m1 = 0.82, m2 = 0.14, m3 = 0.5, ml = 5.0;
  parameter Real Jmot = 0.37e-4, Jred = 9.09e-4, I = 0.018895002;
  parameter Real Fs = 3, Fv = 0.5, nu = 5, g = 9.81;
  parameter Real T[2] = {20, -20} "torques of the motors";
  Real x(start = 0, fixed = true), z(start = -0.6, fixed = true);
  Real dx(start = 0, fixed = true), dz(start = 0, fixed = true);
  Real q[2](start = {0.0838, 0.0819}), dq[2];
  Real Tplate[2], Jq[2], Jx[2, 2], M[2];
  Real phi[2] "residuals of the constraints";
equation
  phi[1] = (x - xp - L * cos(q[1])) ^ 2 + (z + L * sin(q[1])) ^ 2 - l ^ 2;
  phi[2] = (x + xp + L * cos(q[2])) ^ 2 + (z + L * sin(q[2])) ^ 2 - l ^ 2;
  0 = (x - xp - L * cos(q[1])) ^ 2 + (z + L * sin(q[1])) ^ 2 - l ^ 2;
  0 = (x + xp + L * cos(q[2])) ^ 2 + (z + L * sin(q[2])) ^ 2 - l ^ 2;
  dq = der(q);
  dx = der(x);
  dz = der(z);
  for i in 1:2 loop
    T[i] = nu ^ 2 * (Jmot + Jred) * der(dq[i]) + sign(dq[i]) * Fs + Fv * dq[i] + I * der(dq[i]) - m1 * g * cos(q[i])
      + 0.5 * m2 * L * (L * der(dq[i]) - g * cos(q[i])) + Tplate[i];
  end for;
  Jq[1] = 2 * (x - xp - L * cos(q[1])) * L * sin(q[1]) + 2 * (z + L * sin(q[1])) * L * cos(q[1]);
  Jq[2] = -2 * (x + xp + L * cos(q[2])) * L * sin(q[2]) + 2 * (z + L * sin(q[2])) * L * cos(q[2]);
  Jx[1, 1] = 2 * (x - xp - L * cos(q[1]));
  Jx[1, 2] = 2 * (z + L * sin(q[1]));
  Jx[2, 1] = 2 * (x + xp + L * cos(q[2]));
  Jx[2, 2] = 2 * (z + L * sin(q[2]));
  M[1] = Jx[1, 1] * Tplate[1] / Jq[1] + Jx[2, 1] * Tplate[2] / Jq[2];
  M[2] = Jx[1, 2] * Tplate[1] / Jq[1] + Jx[2, 2] * Tplate[2] / Jq[2];
  0 = (m2 + m3 + ml) * der(dx) + M[1];
  0 = (m2 + m3 + ml) * (der(dz) - g) + M[2];
  annotation(experiment(StopTime = 0.2, Interval = 0.001, Tolerance = 1e-6));
end Robot;
