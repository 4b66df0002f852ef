package PickAndPlace "Pick-and-place robot and its control (Nutaro 2014, section 5)"

  /* Robot1 and Robot2 have no torques by themselves: friction holds the arms, and since `sign` makes no
     events (equation 30) an integrator takes very small steps then. Pushed and Control run alone. */

  partial model Geometry "Two arms hang from the ceiling and hold one tool"
    parameter Real xp(unit = "m") = 0.1 "the joints are at xp and -xp";
    parameter Real L(unit = "m") = 0.3 "arm";
    parameter Real l(unit = "m") = 0.7 "forearm";
  end Geometry;

  model Reference "The path that the tool is to follow (equations 42 and 43)"
    constant Real pi = 3.141592653589793;
    Real xd(unit = "m") = -0.35 * sin(pi * time / 2);
    Real zd(unit = "m") = -0.7 + 0.1 * cos(pi * time / 2);
  end Reference;

  partial model BaseRobot "Equations 26 to 36: index 3; z points up, gravity acts on the tool"
    extends Geometry;
    parameter Real m1(unit = "kg") = 0.82 "arm";
    parameter Real m2(unit = "kg") = 0.14 "forearm";
    parameter Real m3(unit = "kg") = 0.5 "tool";
    parameter Real ml(unit = "kg") = 5.0 "load";
    parameter Real Jmot(unit = "kg.m2") = 0.37e-4 "motor";
    parameter Real Jred(unit = "kg.m2") = 9.09e-4 "gears";
    parameter Real I(unit = "kg.m2") = 0.018895002 "arm";
    parameter Real Fs(unit = "N.m") = 3 "dry friction";
    parameter Real Fv(unit = "N.m.s/rad") = 0.5 "viscous friction";
    parameter Real nu = 5 "gear ratio";
    parameter Real g(unit = "m/s2") = 9.81;

    input Real T[2](each unit = "N.m", start = {0, 0}) "torques of the motors";
    Real x(unit = "m", start = 0, fixed = true, nominal = 0.22) "tool";
    Real z(unit = "m", start = -0.6, fixed = true, nominal = 0.7) "tool";
    Real dx(unit = "m/s", start = 0, fixed = true);
    Real dz(unit = "m/s", start = 0, fixed = true);
    Real q[2](each unit = "rad", start = {0.0838, 0.0819}) "joints";
    Real dq[2](each unit = "rad/s");
    Real phi[2](each unit = "m2") "residuals of the constraints";
    Real Ttplate[2](each unit = "N.m") "torques that move the tool";
    Real Jx[2, 2] "derivatives of the constraints by x and z";
    Real Jq[2] "diagonal of their derivatives by q";
    Real force[2](each unit = "N") "of the arms on the tool, reversed";

    discrete Real q_sample[2](each unit = "rad", each start = 0, each fixed = true) "last sample";
    Integer sampleNumber(start = 0, fixed = true) "how many were taken";

    Reference reference;
    Real error(unit = "m") = abs(x - reference.xd) + abs(z - reference.zd) "of the control";
    Real residual(unit = "m2") = max(abs(phi[1]), abs(phi[2])) "of the constraints";
  equation
    0 = (x - xp - L * cos(q[1])) ^ 2 + (z + L * sin(q[1])) ^ 2 - l ^ 2;
    0 = (x + xp + L * cos(q[2])) ^ 2 + (z + L * sin(q[2])) ^ 2 - l ^ 2;
    phi[1] = (x - xp - L * cos(q[1])) ^ 2 + (z + L * sin(q[1])) ^ 2 - l ^ 2;
    phi[2] = (x + xp + L * cos(q[2])) ^ 2 + (z + L * sin(q[2])) ^ 2 - l ^ 2;
    dx = der(x);
    dz = der(z);
    dq = der(q);
    for i in 1:2 loop
      T[i] = nu ^ 2 * (Jmot + Jred) * der(dq[i])
        + sign(dq[i]) * Fs + Fv * dq[i]
        + I * der(dq[i]) - m1 * g * cos(q[i])
        + 0.5 * m2 * L * (L * der(dq[i]) - g * cos(q[i]))
        + Ttplate[i];
    end for;
    Jx[1, 1] = 2 * (x - xp - L * cos(q[1]));
    Jx[1, 2] = 2 * (z + L * sin(q[1]));
    Jx[2, 1] = 2 * (x + xp + L * cos(q[2]));
    Jx[2, 2] = 2 * (z + L * sin(q[2]));
    Jq[1] = L * (Jx[1, 1] * sin(q[1]) + Jx[1, 2] * cos(q[1]));
    Jq[2] = L * (-Jx[2, 1] * sin(q[2]) + Jx[2, 2] * cos(q[2]));
    for i in 1:2 loop
      force[i] = Jx[1, i] * Ttplate[1] / Jq[1] + Jx[2, i] * Ttplate[2] / Jq[2];
    end for;
    0 = (m2 + m3 + ml) * der(dx) + force[1];
    0 = (m2 + m3 + ml) * (der(dz) - g) + force[2];
  end BaseRobot;

  model Robot1 "The joints are sampled at a fixed rate"
    extends BaseRobot;
    parameter Real sampleFreq(unit = "Hz") = 1000;
  equation
    when {initial(), sample(0, 1 / sampleFreq)} then
      q_sample = q;
      sampleNumber = pre(sampleNumber) + 1;
    end when;
  end Robot1;

  model Robot2 "The joints are sampled when the tool has moved by Delta"
    extends BaseRobot;
    parameter Real Delta(unit = "m") = 0.0005;
    discrete Real xsampled(unit = "m", start = 0, fixed = true) "tool at the last sample";
    discrete Real zsampled(unit = "m", start = -0.6, fixed = true) "tool at the last sample";
  equation
    when {initial(), abs(x - pre(xsampled)) >= Delta, abs(z - pre(zsampled)) >= Delta} then
      q_sample = q;
      xsampled = x;
      zsampled = z;
      sampleNumber = pre(sampleNumber) + 1;
    end when;
  end Robot2;

  model Robot1Joints = Robot1(q(each stateSelect = StateSelect.always),
    dq(each stateSelect = StateSelect.always))
    "The same, with the joints as states for ever";

  model Robot1Tool = Robot1(x(stateSelect = StateSelect.always), dx(stateSelect = StateSelect.always),
    z(stateSelect = StateSelect.always), dz(stateSelect = StateSelect.always))
    "The same, with the tool's coordinates as states for ever";

  model Robot2Joints = Robot2(q(each stateSelect = StateSelect.always),
    dq(each stateSelect = StateSelect.always))
    "The same, with the joints as states for ever";

  model Robot2Tool = Robot2(x(stateSelect = StateSelect.always), dx(stateSelect = StateSelect.always),
    z(stateSelect = StateSelect.always), dz(stateSelect = StateSelect.always))
    "The same, with the tool's coordinates as states for ever";

  model Pushed "Constant torques push the tool aside: to be run by itself"
    Robot1 robot(T = {20, -20});
    annotation(experiment(StopTime = 0.2, Interval = 0.001, Tolerance = 1e-6));
  end Pushed;

  model Control "Joint angles of the reference path (equation 37)"
    extends Geometry;
    extends Reference;
    Real qd[2](each unit = "rad", start = {0.0838, 0.0819}) "joints";
  equation
    0 = (xd - xp - L * cos(qd[1])) ^ 2 + (zd + L * sin(qd[1])) ^ 2 - l ^ 2;
    0 = (xd + xp + L * cos(qd[2])) ^ 2 + (zd + L * sin(qd[2])) ^ 2 - l ^ 2;
    annotation(experiment(StopTime = 20, Interval = 0.01));
  end Control;
end PickAndPlace;
