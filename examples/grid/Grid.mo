package Grid "a power system of 12 loads and 5 machines, for load control (paper 002, 5.6)"

  function admittance "nodal matrix of a network of lossless lines: P = Y * Theta"
    input Integer n "number of nodes";
    input Integer line[:, 2] "the two ends of each line";
    input Real x[size(line, 1)] "their reactances";
    output Real Y[n, n];
  protected
    Integer a, b;
  algorithm
    Y := zeros(n, n);
    for k in 1:size(line, 1) loop
      a := line[k, 1];
      b := line[k, 2];
      Y[a, a] := Y[a, a] + 1 / x[k];
      Y[b, b] := Y[b, b] + 1 / x[k];
      Y[a, b] := Y[a, b] - 1 / x[k];
      Y[b, a] := Y[b, a] - 1 / x[k];
    end for;
  end admittance;

  model Machine "synchronous machine with governor, turbine without reheat, frequency breaker"
    parameter Real M(unit = "s") = 36 "inertia, 2 H on the base of the network";
    parameter Real gain = 300 "1 / R: power per speed";
    parameter Real k_agc(unit = "1/s") = 0 "gain of the automatic generation control";
    parameter Real f_n(unit = "Hz") = 60 "nominal frequency";
    parameter Real f_trip(unit = "Hz") = 0.1 "deviation at which the breaker opens";
    parameter Real f_sample(unit = "Hz") = 0.001 "change of frequency that makes a sample";
    parameter Real P_0(fixed = false) "power at the start, where all is at rest";
    input Real P_e "electrical power";
    Real dP_e "deviation of the electrical power";
    Real delta(start = 0, fixed = true, unit = "s") "angle of the shaft, over 2 pi f_n";
    Real w(start = 0, fixed = true) "deviation of the speed";
    Real a(unit = "1/s") "acceleration";
    Real dP_m(start = 0, fixed = true) "deviation of the mechanical power";
    Real r(start = 0, fixed = true, unit = "1/s") "its rate of change";
    Real f(unit = "Hz", start = 60) "frequency";
    Boolean closed(start = true, fixed = true) "the breaker";
    Integer level(start = 0, fixed = true) "the frequency, in whole f_sample, at the last sample";
  initial equation
    P_0 = P_e;
  equation
    der(delta) = w;
    der(w) = a;
    M * a = dP_m - dP_e;
    der(dP_m) = r;
    der(r) = -100 * (k_agc * delta + gain * w + 0.25 * r + dP_m);
    dP_e = if closed then P_e - P_0 else 0;
    f = f_n * (1 + w);
    when abs(f_n * w) >= f_trip then
      closed = false;
    end when;
    when f_n * w >= (pre(level) + 1) * f_sample then
      level = pre(level) + 1;
    elsewhen f_n * w <= (pre(level) - 1) * f_sample then
      level = pre(level) - 1;
    end when;
  end Machine;

  model PowerNetwork "loads 1 to 12, machines 13 to 17 behind their reactances"
    constant Integer n_l = 12, n_g = 5, n = n_l + n_g;
    constant Real pi = 3.14159265358979;
    parameter Real M[n_g](each unit = "s") = {36, 27, 36, 36, 27} "inertias";
    parameter Real scale = 1 "of all inertias";
    parameter Real gain[n_g] = {300, 225, 300, 300, 225} "1 / R, paper 002, Table 1";
    parameter Real k_agc[n_g](each unit = "1/s") = {0, 200, 0, 0, 0} "paper 002, Table 1";
    parameter Real x_g[n_g] = fill(0.4, n_g) "reactances of the machines";
    parameter Real x_scale = 1 "of these";
    parameter Real w_n(unit = "rad/s") = 2 * pi * 60 "angle of the network per angle delta";

    input Real P_l[n_l] "power injected at the loads";
    Machine machine[n_g](M = scale * M, gain = gain, k_agc = k_agc);
    Real Theta[n](each unit = "rad") "angles";
    Real P[n] "injected power";
    Boolean alive "a machine is left";
    Real served "power that the loads get";

  protected
    // The star 4 - 7 - 9 with machine 5 at bus 8 of IEEE 14: its centre has no load, a triangle is
    // the same.
    parameter Real x_4 = 0.20912, x_9 = 0.11001, x_8 = 0.17615 + x_scale * x_g[5];
    parameter Integer line[:, 2] = [1, 2; 1, 6; 2, 3; 2, 5; 2, 6; 3, 5; 5, 6; 5, 7; 6, 4; 4, 9;
      4, 10; 4, 11; 7, 8; 7, 12; 8, 9; 10, 11; 11, 12; 5, 7; 13, 1; 14, 2; 15, 3; 16, 4; 17, 5;
      17, 7];
    parameter Real x[:] = {0.05917, 0.22304, 0.19797, 0.17632, 0.17388, 0.17103, 0.04211, 0.55618,
      0.25202, 0.19890, 0.25581, 0.13027, 0.08450, 0.27038, 0.19207, 0.19988, 0.34802,
      x_4 + x_9 + x_4 * x_9 / x_8, x_scale * x_g[1], x_scale * x_g[2],
      x_scale * x_g[3], x_scale * x_g[4], x_4 + x_8 + x_4 * x_8 / x_9,
      x_9 + x_8 + x_9 * x_8 / x_4} "reactances: IEEE 14, then the machines";
    parameter Real Y[n, n] = admittance(n, line, x);
  equation
    P = Y * Theta "paper 002, eq 9";
    alive = machine[1].closed or machine[2].closed or machine[3].closed or machine[4].closed or
      machine[5].closed;
    for i in 1:n_l loop
      P[i] = if alive then P_l[i] else 0;
    end for;
    for i in 1:n_g loop
      machine[i].P_e = P[n_l + i];
      // A machine that is closed gives its angle; one that is open is a load of zero. In a dead
      // network the first one keeps the angles defined.
      0 = if machine[i].closed or (i == 1 and not alive) then
        Theta[n_l + i] - (if alive then w_n * machine[i].delta else 0) else P[n_l + i];
    end for;
    served = -sum(P[1:n_l]);
  end PowerNetwork;

  model Uncontrolled "the demand of paper 002, Table 2, all of it served"
    PowerNetwork network(P_l = -P_d);
    Real P_d[12] = if time < 1 then P_0 elseif time < 10 then P_1 else P_10 "demand";
  protected
    parameter Real P_0[12] = {0, 0.217, 0.942, 0.112, 0.478, 0.076, 0.295, 0.09, 0.035, 0.061,
      0.135, 0.149};
    parameter Real P_1[12] = {0, 0.217, 0.942, 0.112, 0.478, 0.076, 0, 0, 0.035, 0, 0, 0};
    parameter Real P_10[12] = {0, 0.217, 0.942, 0.112, 0.478, 0.076, 0.4, 0.09, 0.035, 0.4, 0.135,
      0.149};
    annotation (experiment(StopTime = 20, Interval = 0.01));
  end Uncontrolled;
end Grid;
