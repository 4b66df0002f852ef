within Modelica.Electrical.Analog;
package Semiconductors "Diodes and transistors"
  extends Modelica.Icons.Package;

  model Diode "Diode with exponential characteristic"
    extends Interfaces.OnePort;
    parameter SI.Current Ids = 1e-6 "Saturation current";
    parameter Boolean useTemperatureDependency = false "True: the characteristic depends on the heat port's temperature";
    parameter SI.Voltage Vt = 0.04 "Voltage of e-fold rise, if there is no temperature dependency";
    parameter Real Maxexp(final min=Modelica.Constants.small) = 15 "The exponential goes on as a straight line above this exponent";
    parameter SI.Resistance R = 1e8 "Resistance in parallel";
    parameter Real EG = 1.11 "Band gap in electron volts";
    parameter Real N = 1 "Emission coefficient";
    parameter SI.Temperature TNOM = 300.15 "Temperature at which Ids is given";
    parameter Real XTI = 3 "Exponent of temperature of the saturation current";
    extends Interfaces.ConditionalHeatPort(useHeatPort=useTemperatureDependency);
    SI.Voltage vt_t "Thermal voltage";
    SI.Current id "Current of the junction at TNOM's saturation current";
  protected
    Real growth "Saturation current at this temperature by that at TNOM";
  equation
    assert(T_heatPort > 0, "The temperature of a diode must be positive.");
    vt_t = Modelica.Constants.k*T_heatPort/Modelica.Constants.q;
    if useTemperatureDependency then
      growth = (T_heatPort/TNOM)^(XTI/N)*exp((T_heatPort/TNOM - 1)*EG/(N*vt_t));
      id = Ids*(bentExp(v/(N*vt_t), -1e6, Maxexp) - 1);
    else
      growth = 1;
      id = Ids*(bentExp(v/Vt, -1e6, Maxexp) - 1);
    end if;
    i = growth*id + v/R;
    LossPower = v*i;
  end Diode;

  model Diode2 "Diode with series resistance and breakdown"
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T=293.15);
    parameter SI.Voltage Vf = 0.7 "Forward voltage";
    parameter SI.Current Ids = 1e-13 "Saturation current";
    parameter SI.Resistance Rs = 16 "Resistance in series";
    parameter SI.Voltage Vt = Modelica.Constants.R*T/Modelica.Constants.F "Thermal voltage, if there is no heat port";
    parameter Real N = 1 "Emission coefficient";
    parameter SI.Voltage Bv = 100 "Breakdown voltage";
    parameter SI.Conductance Gp = 1e-6 "Conductance in parallel";
    SI.Voltage vd "Voltage of the junction";
    SI.Current id "Current of the junction";
  protected
    SI.Voltage Vn = N*(if useHeatPort then Modelica.Constants.R*T_heatPort/Modelica.Constants.F else Vt) "Voltage of e-fold rise";
    SI.Voltage VdMax = Vf + Vn "Where the straight line begins";
    Real top = exp(VdMax/Vn) "Exponential there";
  equation
    assert(Bv > 0 and Vf > 0 and Vt > 0, "Bv, Vf and Vt of a diode must be positive.");
    // breakdown, exponential part, straight line; value and slope agree where they meet
    id = Ids*smooth(1,
      if vd < -Bv/2 then 2*exp(-Bv/(2*Vn)) - 1 - exp(-(vd + Bv)/Vn)
      elseif vd < VdMax then exp(vd/Vn) - 1
      else top - 1 + top*(vd - VdMax)/Vn);
    v = vd + Rs*id;
    i = id + Gp*v;
    LossPower = v*i;
  end Diode2;

  model ZDiode "Zener diode: also conducts beyond the breakdown voltage"
    extends Interfaces.OnePort;
    parameter SI.Current Ids = 1e-6 "Saturation current";
    parameter SI.Voltage Vt = 0.04 "Voltage of e-fold rise";
    parameter Real Maxexp(final min=Modelica.Constants.small) = 30 "The exponentials go on as straight lines above this exponent";
    parameter SI.Resistance R = 1e8 "Resistance in parallel";
    parameter SI.Voltage Bv = 5.1 "Breakdown voltage";
    parameter SI.Current Ibv = 0.7 "Current at breakdown";
    parameter Real Nbv = 0.74 "Emission coefficient at breakdown";
    extends Interfaces.ConditionalHeatPort(T=293.15);
  equation
    i = Ids*(bentExp(v/Vt, -1e6, Maxexp) - 1) - Ibv*bentExp(-(v + Bv)/(Nbv*Vt), -1e6, Maxexp) + v/R;
    LossPower = v*i;
  end ZDiode;

  model NPN "Bipolar transistor of NPN type"
    extends Bipolar;
    SI.Voltage vbc = B.v - C.v "Voltage from base to collector";
    SI.Voltage vbe = B.v - E.v "Voltage from base to emitter";
    SI.Current ibc = jc.i "Current of the collector junction";
    SI.Current ibe = je.i "Current of the emitter junction";
    SI.Capacitance cbc = jc.c "Capacitance between base and collector";
    SI.Capacitance cbe = je.c "Capacitance between base and emitter";
  equation
    vc = vbc;
    ve = vbe;
    B.i = ib;
    C.i = ic - iS;
    E.i = -ib - ic;
    annotation(Documentation(info="<html>
<p>Two junctions that share the base (Ebers and Moll), with the Early effect and with the charges of junctions and of
diffusion as capacitances.</p>
</html>"));
  end NPN;

  model PNP "Bipolar transistor of PNP type"
    extends Bipolar;
    SI.Voltage vcb = C.v - B.v "Voltage from collector to base";
    SI.Voltage veb = E.v - B.v "Voltage from emitter to base";
    SI.Current icb = jc.i "Current of the collector junction";
    SI.Current ieb = je.i "Current of the emitter junction";
    SI.Capacitance ccb = jc.c "Capacitance between collector and base";
    SI.Capacitance ceb = je.c "Capacitance between emitter and base";
  equation
    vc = vcb;
    ve = veb;
    B.i = -ib;
    C.i = -ic - iS;
    E.i = ib + ic;
  end PNP;

  partial model Bipolar "What both kinds of bipolar transistor share"
    parameter Real Bf = 50 "Forward current gain";
    parameter Real Br = 0.1 "Reverse current gain";
    parameter SI.Current Is = 1e-16 "Transport saturation current";
    parameter SI.InversePotential Vak = 0.02 "Inverse of the Early voltage";
    parameter SI.Time Tauf = 0.12e-9 "Forward transit time";
    parameter SI.Time Taur = 5e-9 "Reverse transit time";
    parameter SI.Capacitance Ccs = 1e-12 "Capacitance between collector and substrate";
    parameter SI.Capacitance Cje = 0.4e-12 "Capacitance of the emitter junction at zero voltage";
    parameter SI.Capacitance Cjc = 0.5e-12 "Capacitance of the collector junction at zero voltage";
    parameter SI.Voltage Phie = 0.8 "Diffusion voltage of the emitter junction";
    parameter Real Me = 0.4 "Gradation exponent of the emitter junction";
    parameter SI.Voltage Phic = 0.8 "Diffusion voltage of the collector junction";
    parameter Real Mc = 0.333 "Gradation exponent of the collector junction";
    parameter SI.Conductance Gbc = 1e-15 "Conductance between base and collector";
    parameter SI.Conductance Gbe = 1e-15 "Conductance between base and emitter";
    parameter Real EMin = -100 "The exponential goes on as a straight line below this exponent";
    parameter Real EMax = 40 "The exponential goes on as a straight line above this exponent";
    parameter Boolean useTemperatureDependency = false "True: the characteristic depends on the heat port's temperature";
    parameter SI.Voltage Vt = 0.02585 "Thermal voltage, if there is no temperature dependency";
    parameter SI.Temperature Tnom = 300.15 "Temperature at which the parameters are given";
    parameter Real XTI = 3 "Exponent of temperature of the saturation current";
    parameter Real XTB = 0 "Exponent of temperature of the current gains";
    parameter SI.Voltage EG = 1.11 "Band gap";
    parameter Real NF = 1.0 "Forward emission coefficient";
    parameter Real NR = 1.0 "Reverse emission coefficient";
    parameter SI.Voltage IC = 0 "Voltage from collector to substrate at the start, if UIC";
    parameter Boolean UIC = false "True: that voltage is IC at the start";
    parameter Boolean useSubstrate = false "True: there is a pin of the substrate; false: it is grounded";
    extends Interfaces.ConditionalHeatPort(useHeatPort=useTemperatureDependency);
    SI.Voltage vcs "Voltage from collector to substrate";
    Real qbk "Factor of the Early effect";
    SI.Capacitance Capcje = je.cj "Capacitance of the emitter junction";
    SI.Capacitance Capcjc = jc.cj "Capacitance of the collector junction";
    SI.Current is_t "Saturation current at this temperature";
    Real br_t "Reverse current gain at this temperature";
    Real bf_t "Forward current gain at this temperature";
    SI.Voltage vt_t "Thermal voltage";
    SI.Voltage vS "Potential of the substrate";
    SI.Current iS "Current into the substrate";
    Interfaces.Pin C "Collector";
    Interfaces.Pin B "Base";
    Interfaces.Pin E "Emitter";
    Interfaces.NegativePin S(final i=iS, final v=vS) if useSubstrate "Substrate";
  protected
    SI.Voltage ve "Forward voltage of the emitter junction";
    SI.Voltage vc "Forward voltage of the collector junction";
    Junction je(v=ve, is=is_t, vt=NF*vt_t, G=Gbe, tau=Tauf, Cj=Cje, Phi=Phie, M=Me, EMin=EMin, EMax=EMax) "Emitter junction";
    Junction jc(v=vc, is=is_t, vt=NR*vt_t, G=Gbc, tau=Taur, Cj=Cjc, Phi=Phic, M=Mc, EMin=EMin, EMax=EMax) "Collector junction";
    SI.Current transport "Current from collector to emitter through the base";
    SI.Current ib "Current into the base, for an NPN transistor";
    SI.Current ic "Current into the collector without that of the substrate, for an NPN transistor";
  initial equation
    if UIC then
      vcs = IC;
    end if;
  equation
    assert(T_heatPort > 0, "The temperature of a transistor must be positive.");
    if useTemperatureDependency then
      vt_t = Modelica.Constants.k*T_heatPort/Modelica.Constants.q;
      is_t = Is*(T_heatPort/Tnom)^XTI*bentExp((T_heatPort/Tnom - 1)*EG/vt_t, EMin, EMax);
      bf_t = Bf*(T_heatPort/Tnom)^XTB;
      br_t = Br*(T_heatPort/Tnom)^XTB;
    else
      vt_t = Vt;
      is_t = Is;
      bf_t = Bf;
      br_t = Br;
    end if;
    qbk = 1 - Vak*vc;
    transport = (je.i - jc.i)*qbk;
    ib = je.i/bf_t + jc.i/br_t + je.iC + jc.iC;
    ic = transport - jc.i/br_t - jc.iC;
    vcs = C.v - vS;
    iS = -Ccs*der(vcs);
    if not useSubstrate then
      vS = 0;
    end if;
    LossPower = ve*je.i/bf_t + vc*jc.i/br_t + transport*(ve - vc);
  end Bipolar;

  model Junction "Junction of a bipolar transistor"
    input SI.Voltage v "Voltage in forward direction";
    input SI.Current is "Saturation current";
    input SI.Voltage vt "Voltage of e-fold rise";
    parameter SI.Conductance G "Conductance in parallel";
    parameter SI.Time tau "Transit time";
    parameter SI.Capacitance Cj "Capacitance at zero voltage";
    parameter SI.Voltage Phi "Diffusion voltage";
    parameter Real M "Gradation exponent";
    parameter Real EMin "Least exponent";
    parameter Real EMax "Largest exponent";
    Real e "Exponential of the voltage";
    SI.Current i "Current of the junction";
    SI.Capacitance cj "Capacitance of the junction itself";
    SI.Capacitance c "Capacitance with that of diffusion";
    SI.Current iC "Current into the capacitance";
  equation
    e = bentExp(v/vt, EMin, EMax);
    i = is*(e - 1) + G*v;
    cj = Cj*(if noEvent(v > 0) then 1 + M*v/Phi else (1 - v/Phi)^(-M));
    c = cj + tau*is*e/vt;
    iC = c*der(v);
  end Junction;

  model NMOS "Field effect transistor of NMOS type"
    extends MOS(
      W=20e-6, L=6e-6, Beta=0.041e-3, Vt=0.8, K2=1.144, K5=0.7311, dW=-2.5e-6, dL=-1.5e-6, kvt=-6.96e-3, kk2=6e-4,
      final polarity=1);
  end NMOS;

  model PMOS "Field effect transistor of PMOS type"
    extends MOS(
      W=20e-6, L=6e-6, Beta=0.0105e-3, Vt=-1.0, K2=0.41, K5=0.839, dW=-2.5e-6, dL=-2.1e-6, kvt=-2.9e-3, kk2=6.2e-4,
      final polarity=-1);
  end PMOS;

  partial model MOS "What both kinds of field effect transistor share"
    constant Integer polarity = 1 "1: NMOS; -1: PMOS, the same with all signs changed";
    Interfaces.Pin D "Drain";
    Interfaces.Pin G "Gate";
    Interfaces.Pin S "Source";
    Interfaces.Pin B "Bulk";
    parameter SI.Length W "Width of the channel";
    parameter SI.Length L "Length of the channel";
    parameter SI.Transconductance Beta "Transconductance of a square channel";
    parameter SI.Voltage Vt "Threshold voltage without bulk voltage";
    parameter Real K2 "Effect of the bulk voltage";
    parameter Real K5 "Effect of the drain voltage on the threshold";
    parameter SI.Length dW "Correction of the width";
    parameter SI.Length dL "Correction of the length";
    parameter SI.Resistance RDS = 1e7 "Resistance between drain and source";
    parameter Boolean useTemperatureDependency = false "True: the characteristic depends on the heat port's temperature";
    parameter SI.Temperature Tnom = 300.15 "Temperature at which the parameters are given";
    parameter Real kvt "Change of the threshold with temperature";
    parameter Real kk2 "Change of K2 with temperature";
    extends Interfaces.ConditionalHeatPort(useHeatPort=useTemperatureDependency);
  protected
    SI.Transconductance beta_t "Transconductance of this channel at this temperature";
    SI.Voltage vt_t "Threshold voltage at this temperature, positive for enhancement";
    Real k2_t "Effect of the bulk voltage at this temperature";
    SI.Voltage us "Potential of the end that acts as source, times polarity";
    SI.Voltage uds "Voltage along the channel, not negative";
    SI.Voltage ubs "Voltage from bulk to source, not positive";
    SI.Voltage ugst "Gate voltage above the threshold";
    SI.Current id "Current through the channel, not negative";
  equation
    assert(L + dL > 0, "The length of the channel must be positive.");
    assert(W + dW > 0, "The width of the channel must be positive.");
    assert(T_heatPort > 0, "The temperature of a transistor must be positive.");
    beta_t = Beta*(W + dW)/(L + dL)*(if useTemperatureDependency then (T_heatPort/Tnom)^(-1.5) else 1);
    vt_t = polarity*Vt*(if useTemperatureDependency then 1 + kvt*(T_heatPort - Tnom) else 1);
    k2_t = K2*(if useTemperatureDependency then 1 + kk2*(T_heatPort - Tnom) else 1);
    // the channel is symmetric: the end with the lower potential is the source
    uds = abs(D.v - S.v);
    us = min(polarity*D.v, polarity*S.v);
    ubs = min(0, polarity*B.v - us);
    ugst = K5*(polarity*G.v - us - vt_t + k2_t*ubs);
    id = uds/RDS + smooth(0, if ugst <= 0 then 0
      elseif ugst > uds then beta_t*uds*(ugst - uds/2)
      else beta_t*ugst^2/2);
    D.i = smooth(0, if polarity*(D.v - S.v) < 0 then -polarity*id else polarity*id);
    D.i + S.i = 0;
    G.i = 0;
    B.i = 0;
    LossPower = D.i*(D.v - S.v);
    annotation(Documentation(info="<html>
<p>Cut-off below the threshold, a parabola below saturation, a constant above it (Shichman and Hodges, 1968), with a linear
effect of the bulk voltage on the threshold.</p>
</html>"));
  end MOS;

  function bentExp "Exponential function that goes on as a straight line outside an interval"
    extends Modelica.Icons.Function;
    input Real x "Exponent";
    input Real low "Below this it is a straight line";
    input Real high "Above this it is a straight line";
    output Real y "Value";
  algorithm
    if x > high then
      y := exp(high)*(1 + x - high);
    elseif x < low then
      y := exp(low)*(1 + x - low);
    else
      y := exp(x);
    end if;
    annotation(derivative(noDerivative=low, noDerivative=high) = bentExp_der, smoothOrder=1);
  end bentExp;

  function bentExp_der "Time derivative of bentExp"
    extends Modelica.Icons.Function;
    input Real x "Exponent";
    input Real low "Below this it is a straight line";
    input Real high "Above this it is a straight line";
    input Real x_der "Derivative of the exponent";
    output Real y_der "Derivative of the value";
  algorithm
    y_der := exp(min(high, max(low, x)))*x_der;
  end bentExp_der;

  annotation(Documentation(info="<html>
<p>Exponentials are continued as straight lines, so that an iteration that strays cannot overflow.</p>
</html>"));
end Semiconductors;
