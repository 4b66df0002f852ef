within Modelica.Electrical.Analog;
package Basic "Resistors, capacitors, inductors and other linear components"
  extends Modelica.Icons.Package;

  model Ground "Node of potential zero"
    Interfaces.Pin p "Pin";
  equation
    p.v = 0;
  end Ground;

  model Resistor "Resistor"
    parameter SI.Resistance R(start=1) "Resistance at the reference temperature";
    parameter SI.Temperature T_ref = 300.15 "Reference temperature";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Relative rise of the resistance with temperature";
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T=T_ref);
    SI.Resistance R_actual "Resistance at the actual temperature";
  equation
    assert(1 + alpha*(T_heatPort - T_ref) >= Modelica.Constants.eps, "The temperature makes the resistance zero or negative.");
    R_actual = R*(1 + alpha*(T_heatPort - T_ref));
    v = R_actual*i;
    LossPower = v*i;
  end Resistor;

  model HeatingResistor "Resistor with heat port (older name; Resistor can do the same)"
    parameter SI.Resistance R_ref(start=1) "Resistance at the reference temperature";
    parameter SI.Temperature T_ref = 300.15 "Reference temperature";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Relative rise of the resistance with temperature";
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T=T_ref, useHeatPort=true);
    SI.Resistance R "Resistance at the actual temperature";
  equation
    assert(1 + alpha*(T_heatPort - T_ref) >= Modelica.Constants.eps, "The temperature makes the resistance zero or negative.");
    R = R_ref*(1 + alpha*(T_heatPort - T_ref));
    v = R*i;
    LossPower = v*i;
  end HeatingResistor;

  model Conductor "Conductor"
    parameter SI.Conductance G(start=1) "Conductance at the reference temperature";
    parameter SI.Temperature T_ref = 300.15 "Reference temperature";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Relative rise of the resistance with temperature";
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T=T_ref);
    SI.Conductance G_actual "Conductance at the actual temperature";
  equation
    assert(1 + alpha*(T_heatPort - T_ref) >= Modelica.Constants.eps, "The temperature makes the resistance zero or negative.");
    G_actual = G/(1 + alpha*(T_heatPort - T_ref));
    i = G_actual*v;
    LossPower = v*i;
  end Conductor;

  model Capacitor "Capacitor"
    extends Interfaces.OnePort(v(start=0));
    parameter SI.Capacitance C(start=1) "Capacitance";
  equation
    i = C*der(v);
  end Capacitor;

  model Inductor "Inductor"
    extends Interfaces.OnePort(i(start=0));
    parameter SI.Inductance L(start=1) "Inductance";
  equation
    v = L*der(i);
  end Inductor;

  model SaturatingInductor "Inductor whose inductance falls with the current"
    extends Interfaces.OnePort(i(start=0));
    parameter SI.Current Inom(start=1) "Nominal current";
    parameter SI.Inductance Lnom(start=1) "Inductance at the nominal current";
    parameter SI.Inductance Lzer(start=2*Lnom) "Inductance near zero current";
    parameter SI.Inductance Linf(start=Lnom/2) "Inductance far beyond the nominal current";
    SI.Inductance Lact(start=Lzer) "Flux by current";
    SI.MagneticFlux Psi "Flux";
  protected
    parameter SI.Current Ipar(start=Inom/10, fixed=false) "Current at which saturation sets in";
  initial equation
    (Lzer - Linf)*Ipar*atan(Inom/Ipar) = (Lnom - Linf)*Inom;
  equation
    assert(Lzer > Lnom, "The inductance near zero current must be above the nominal one.");
    assert(Linf < Lnom, "The inductance at large currents must be below the nominal one.");
    Psi = Linf*i + (Lzer - Linf)*Ipar*atan(i/Ipar);
    Lact = if noEvent(abs(i) > 1e-9*Ipar) then Psi/i else Lzer;
    v = der(Psi);
    annotation(Documentation(info="<html>
<p>The flux follows an inverse tangent on top of a straight line. The current Ipar, where the curve bends, is computed at
the start such that flux by current is Lnom at Inom.</p>
</html>"));
  end SaturatingInductor;

  model Transformer "Two coupled coils"
    extends Interfaces.TwoPort(i1(start=0), i2(start=0));
    parameter SI.Inductance L1(start=1) "Inductance of the left coil";
    parameter SI.Inductance L2(start=1) "Inductance of the right coil";
    parameter SI.Inductance M(start=1) "Coupling inductance";
    Real dv(final unit="V") "Difference of the two voltages";
  equation
    v1 = L1*der(i1) + M*der(i2);
    dv = (L1 - M)*der(i1) + (M - L2)*der(i2);
    v2 = v1 - dv;
    annotation(Documentation(info="<html>
<p>The second voltage is written as the first one minus a difference, so that the difference vanishes by itself for equal
coils with full coupling, L1 = L2 = M.</p>
</html>"));
  end Transformer;

  model M_Transformer "Any number of coupled coils"
    parameter Integer N(final min=1) = 3 "Number of coils";
    parameter SI.Inductance L[dimL] = {1, 0.1, 0.2, 2, 0.3, 3} "Upper triangle of the inductance matrix, row by row";
    Interfaces.PositivePin p[N] "Positive pins";
    Interfaces.NegativePin n[N] "Negative pins";
    SI.Voltage v[N] "Voltages";
    SI.Current i[N](each start=0, each fixed=true) "Currents";
    final parameter SI.Inductance Lm[N, N] = {{L[place(min(j, k), max(j, k), N)] for k in 1:N} for j in 1:N} "Inductance matrix";
  protected
    parameter Integer dimL = div(N*(N + 1), 2) "Number of different inductances";

    function place "Place of element (row, column) of an upper triangle"
      extends Modelica.Icons.Function;
      input Integer row "Row";
      input Integer column "Column, not before the row";
      input Integer n "Size of the matrix";
      output Integer index "Place when the rows are written one after the other";
    algorithm
      index := (row - 1)*n - div((row - 1)*(row - 2), 2) + column - row + 1;
    end place;
  equation
    for k in 1:N loop
      v[k] = p[k].v - n[k].v;
      i[k] = p[k].i;
      p[k].i + n[k].i = 0;
    end for;
    v = Lm*der(i);
  end M_Transformer;

  model Gyrator "Gyrator"
    extends Interfaces.TwoPort;
    parameter SI.Conductance G1(start=1) "Left voltage to right current";
    parameter SI.Conductance G2(start=1) "Right voltage to left current";
  equation
    i1 = G2*v2;
    i2 = -G1*v1;
  end Gyrator;

  model RotationalEMF "Transformation between electrical and rotational power"
    parameter Boolean useSupport = false "True: there is a support flange";
    parameter SI.ElectricalTorqueConstant k(start=1) "Torque by current, voltage by speed";
    SI.Voltage v "Voltage from p to n";
    SI.Current i "Current from p to n";
    SI.Angle phi "Angle of the shaft against the support";
    SI.AngularVelocity w "Speed of the shaft against the support";
    SI.Torque tau "Torque at the flange";
    SI.Torque tauElectrical "Torque that the current makes";
    Interfaces.PositivePin p "Positive pin";
    Interfaces.NegativePin n "Negative pin";
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange "Shaft";
    Modelica.Mechanics.Rotational.Interfaces.Support support if useSupport "Housing";
  protected
    Modelica.Mechanics.Rotational.Components.Fixed fixed if not useSupport "In place of the support";
    Modelica.Mechanics.Rotational.Interfaces.InternalSupport internalSupport(tau=-tau) "Housing inside";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
    phi = flange.phi - internalSupport.phi;
    w = der(phi);
    v = k*w;
    tauElectrical = k*i;
    tau = -tauElectrical;
    flange.tau = tau;
    connect(internalSupport.flange, support);
    connect(internalSupport.flange, fixed.flange);
    annotation(Documentation(info="<html>
<p>The heart of every electric motor: the current makes a torque, the speed a voltage, with the same constant, so that
electrical power is mechanical power.</p>
</html>"));
  end RotationalEMF;

  model EMF "Transformation between electrical and rotational power (older name of RotationalEMF)"
    extends RotationalEMF;
  end EMF;

  model TranslationalEMF "Transformation between electrical and translational power"
    parameter Boolean useSupport = false "True: there is a support flange";
    parameter SI.ElectricalForceConstant k(start=1) "Force by current, voltage by speed";
    SI.Voltage v "Voltage from p to n";
    SI.Current i "Current from p to n";
    SI.Position s "Position of the flange against the support";
    SI.Velocity vel "Speed of the flange against the support";
    SI.Force f "Force at the flange";
    SI.Force fElectrical "Force that the current makes";
    Interfaces.PositivePin p "Positive pin";
    Interfaces.NegativePin n "Negative pin";
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange "Moving part";
    Modelica.Mechanics.Translational.Interfaces.Support support if useSupport "Housing";
  protected
    Modelica.Mechanics.Translational.Components.Fixed fixed if not useSupport "In place of the support";
    Modelica.Mechanics.Translational.Interfaces.InternalSupport internalSupport(f=-f) "Housing inside";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
    s = flange.s - internalSupport.s;
    vel = der(s);
    v = k*vel;
    fElectrical = k*i;
    f = -fElectrical;
    flange.f = f;
    connect(internalSupport.flange, support);
    connect(internalSupport.flange, fixed.flange);
  end TranslationalEMF;

  model VCV "Voltage controlled by a voltage"
    extends Interfaces.TwoPort;
    parameter Real gain(start=1) "Gain";
  equation
    i1 = 0;
    v2 = gain*v1;
  end VCV;

  model VCC "Current controlled by a voltage"
    extends Interfaces.TwoPort;
    parameter SI.Conductance transConductance(start=1) "Current by voltage";
  equation
    i1 = 0;
    i2 = transConductance*v1;
  end VCC;

  model CCV "Voltage controlled by a current"
    extends Interfaces.TwoPort;
    parameter SI.Resistance transResistance(start=1) "Voltage by current";
  equation
    v1 = 0;
    v2 = transResistance*i1;
  end CCV;

  model CCC "Current controlled by a current"
    extends Interfaces.TwoPort;
    parameter Real gain(start=1) "Gain";
  equation
    v1 = 0;
    i2 = gain*i1;
  end CCC;

  model OpAmp "Operational amplifier that saturates softly at its supply"
    parameter Real Slope(start=10000) "Gain for small voltages";
    Interfaces.PositivePin in_p "Non-inverting input";
    Interfaces.NegativePin in_n "Inverting input";
    Interfaces.PositivePin out "Output";
    Interfaces.PositivePin VMax "Upper limit of the output";
    Interfaces.NegativePin VMin "Lower limit of the output";
    SI.Voltage vin "Voltage between the inputs";
  protected
    SI.Voltage half "Half of the distance between the limits";
    Real absSlope = abs(Slope) "Gain, positive";
  equation
    in_p.i = 0;
    in_n.i = 0;
    VMax.i = 0;
    VMin.i = 0;
    vin = in_p.v - in_n.v;
    half = (VMax.v - VMin.v)/2;
    out.v = (VMax.v + VMin.v)/2 + absSlope*vin/(1 + smooth(0, absSlope*(if vin/half < 0 then -vin else vin)/half));
  end OpAmp;

  model VariableResistor "Resistor whose resistance is an input"
    parameter SI.Temperature T_ref = 300.15 "Reference temperature";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Relative rise of the resistance with temperature";
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T=T_ref);
    SI.Resistance R_actual "Resistance at the actual temperature";
    Modelica.Blocks.Interfaces.RealInput R(unit="Ohm") "Resistance at the reference temperature";
  equation
    assert(1 + alpha*(T_heatPort - T_ref) >= Modelica.Constants.eps, "The temperature makes the resistance zero or negative.");
    R_actual = R*(1 + alpha*(T_heatPort - T_ref));
    v = R_actual*i;
    LossPower = v*i;
  end VariableResistor;

  model VariableConductor "Conductor whose conductance is an input"
    parameter SI.Temperature T_ref = 300.15 "Reference temperature";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Relative rise of the resistance with temperature";
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T=T_ref);
    SI.Conductance G_actual "Conductance at the actual temperature";
    Modelica.Blocks.Interfaces.RealInput G(unit="S") "Conductance at the reference temperature";
  equation
    assert(1 + alpha*(T_heatPort - T_ref) >= Modelica.Constants.eps, "The temperature makes the resistance zero or negative.");
    G_actual = G/(1 + alpha*(T_heatPort - T_ref));
    i = G_actual*v;
    LossPower = v*i;
  end VariableConductor;

  model VariableCapacitor "Capacitor whose capacitance is an input"
    extends Interfaces.OnePort;
    Modelica.Blocks.Interfaces.RealInput C(unit="F") "Capacitance";
    parameter SI.Capacitance Cmin = Modelica.Constants.eps "Least capacitance, keeps the charge a state";
    SI.ElectricCharge Q "Charge";
    parameter SI.Voltage IC = 0 "Voltage at the start, if UIC";
    parameter Boolean UIC = false "True: the voltage at the start is IC";
  initial equation
    if UIC then
      v = IC;
    end if;
  equation
    assert(C >= 0, "The capacitance must not be negative, it is " + String(C) + ".");
    Q = noEvent(max(C, Cmin))*v;
    i = der(Q);
  end VariableCapacitor;

  model VariableInductor "Inductor whose inductance is an input"
    extends Interfaces.OnePort;
    Modelica.Blocks.Interfaces.RealInput L(unit="H") "Inductance";
    SI.MagneticFlux Psi "Flux";
    parameter SI.Inductance Lmin = Modelica.Constants.eps "Least inductance, keeps the flux a state";
    parameter SI.Current IC = 0 "Current at the start, if UIC";
    parameter Boolean UIC = false "True: the current at the start is IC";
  initial equation
    if UIC then
      i = IC;
    end if;
  equation
    assert(L >= 0, "The inductance must not be negative, it is " + String(L) + ".");
    Psi = noEvent(max(L, Lmin))*i;
    v = der(Psi);
  end VariableInductor;

  model Potentiometer "Resistor with a sliding contact"
    parameter SI.Resistance R(start=1) "Whole resistance at the reference temperature";
    parameter SI.Temperature T_ref = 293.15 "Reference temperature";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Relative rise of the resistance with temperature";
    extends Interfaces.ConditionalHeatPort(T=T_ref);
    parameter Boolean useRinput = false "True: the contact is moved by an input";
    parameter Real rConstant(final min=0, final max=1) = 0.5 "Place of the contact if there is no input";
    SI.Resistance Rp "Resistance between pin_p and the contact";
    SI.Resistance Rn "Resistance between the contact and pin_n";
    Interfaces.PositivePin pin_p "Positive end";
    Interfaces.PositivePin contact "Sliding contact";
    Interfaces.NegativePin pin_n "Negative end";
    Modelica.Blocks.Interfaces.RealInput r if useRinput "Place of the contact: 0 at pin_n, 1 at pin_p";
  protected
    Modelica.Blocks.Interfaces.RealOutput rInt "Place from either side";
    Real place = min(1, max(0, rInt)) "Place, kept between the ends";
    SI.Resistance whole = R*(1 + alpha*(T_heatPort - T_ref)) "Whole resistance at the actual temperature";
  equation
    connect(r, rInt);
    if not useRinput then
      rInt = rConstant;
    end if;
    Rp = whole*(1 - place);
    Rn = whole*place;
    pin_p.v - contact.v = Rp*pin_p.i;
    pin_n.v - contact.v = Rn*pin_n.i;
    pin_p.i + contact.i + pin_n.i = 0;
    LossPower = Rp*pin_p.i^2 + Rn*pin_n.i^2;
  end Potentiometer;
end Basic;
