within Modelica.Electrical.Analog;
package Ideal "Switches, valves and other idealised components"
  extends Modelica.Icons.Package;

  model IdealDiode "Diode of two straight lines"
    extends Interfaces.IdealSemiconductor;
  equation
    off = s < 0;
  end IdealDiode;

  model IdealThyristor "Thyristor: conducts after firing until its current vanishes"
    extends Interfaces.IdealSemiconductor;
    Modelica.Blocks.Interfaces.BooleanInput fire "Firing signal";
  equation
    off = s < 0 or (pre(off) and not fire);
  end IdealThyristor;

  model IdealGTOThyristor "Thyristor that can be turned off"
    extends Interfaces.IdealSemiconductor;
    Modelica.Blocks.Interfaces.BooleanInput fire "Conducts while true, if the voltage is right";
  equation
    off = s < 0 or not fire;
  end IdealGTOThyristor;

  model IdealTriac "Two thyristors back to back, with a snubber"
    parameter SI.Resistance Ron(final min=0) = 1e-5 "Resistance when conducting";
    parameter SI.Conductance Goff(final min=0) = 1e-5 "Conductance when blocking";
    parameter SI.Voltage Vknee(final min=0, start=0) = 0.8 "Forward voltage where conduction begins";
    parameter SI.Resistance Rdis = 100 "Resistance of the snubber";
    parameter SI.Capacitance Cdis = 0.005 "Capacitance of the snubber";
    IdealThyristor idealThyristor(Ron=Ron, Goff=Goff, Vknee=Vknee) "Conducts from n to p";
    IdealThyristor idealThyristor1(Ron=Ron, Goff=Goff, Vknee=Vknee) "Conducts from p to n";
    Basic.Resistor resistor(R=Rdis) "Snubber";
    Basic.Capacitor capacitor(C=Cdis) "Snubber";
    Modelica.Blocks.Interfaces.BooleanInput fire1 "Firing signal of both";
    Interfaces.NegativePin n "Negative pin";
    Interfaces.PositivePin p "Positive pin";
  equation
    connect(fire1, idealThyristor.fire);
    connect(fire1, idealThyristor1.fire);
    connect(n, idealThyristor.p);
    connect(p, idealThyristor.n);
    connect(p, idealThyristor1.p);
    connect(n, idealThyristor1.n);
    connect(p, resistor.p);
    connect(resistor.n, capacitor.p);
    connect(capacitor.n, n);
  end IdealTriac;

  model IdealOpeningSwitch "Switch that a true signal opens"
    extends Interfaces.IdealSwitch;
    Modelica.Blocks.Interfaces.BooleanInput control "True: open";
  equation
    off = control;
  end IdealOpeningSwitch;

  model IdealClosingSwitch "Switch that a true signal closes"
    extends Interfaces.IdealSwitch;
    Modelica.Blocks.Interfaces.BooleanInput control "True: closed";
  equation
    off = not control;
  end IdealClosingSwitch;

  model ControlledIdealOpeningSwitch "Switch that a voltage opens"
    parameter SI.Voltage level = 0.5 "Voltage above which it is open";
    extends Interfaces.IdealSwitch;
    Interfaces.Pin control "Controlling pin";
  equation
    control.i = 0;
    off = control.v > level;
  end ControlledIdealOpeningSwitch;

  model ControlledIdealClosingSwitch "Switch that a voltage closes"
    parameter SI.Voltage level = 0.5 "Voltage above which it is closed";
    extends Interfaces.IdealSwitch;
    Interfaces.Pin control "Controlling pin";
  equation
    control.i = 0;
    off = not (control.v > level);
  end ControlledIdealClosingSwitch;

  model IdealTwoWaySwitch "Switch from one pin to one of two others"
    extends TwoWay;
    Modelica.Blocks.Interfaces.BooleanInput control "True: p to n2; false: p to n1";
  equation
    second = control;
  end IdealTwoWaySwitch;

  model IdealCommutingSwitch "Switch from one pin to one of two others (older name of IdealTwoWaySwitch)"
    extends IdealTwoWaySwitch;
  end IdealCommutingSwitch;

  model ControlledIdealTwoWaySwitch "Switch from one pin to one of two others, controlled by a voltage"
    parameter SI.Voltage level = 0.5 "Voltage above which p goes to n2";
    extends TwoWay;
    Interfaces.Pin control "Controlling pin";
  equation
    control.i = 0;
    second = control.v > level;
  end ControlledIdealTwoWaySwitch;

  model ControlledIdealCommutingSwitch "Older name of ControlledIdealTwoWaySwitch"
    extends ControlledIdealTwoWaySwitch;
  end ControlledIdealCommutingSwitch;

  model IdealIntermediateSwitch "Switch that leads two lines through or crosses them"
    extends Crossing;
    Modelica.Blocks.Interfaces.BooleanInput control "True: crossed";
  equation
    crossed = control;
  end IdealIntermediateSwitch;

  model ControlledIdealIntermediateSwitch "Switch that leads two lines through or crosses them, controlled by a voltage"
    parameter SI.Voltage level = 0.5 "Voltage above which the lines are crossed";
    extends Crossing;
    Interfaces.Pin control "Controlling pin";
  equation
    control.i = 0;
    crossed = control.v > level;
  end ControlledIdealIntermediateSwitch;

  model IdealOpAmp "Ideal operational amplifier with two ports"
    SI.Voltage v1 "Voltage of the input";
    SI.Voltage v2 "Voltage of the output";
    SI.Current i1 "Current into the input";
    SI.Current i2 "Current into the output";
    Interfaces.PositivePin p1 "Non-inverting input";
    Interfaces.NegativePin n1 "Inverting input";
    Interfaces.PositivePin p2 "Output";
    Interfaces.NegativePin n2 "Ground of the output";
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    i1 = p1.i;
    i2 = p2.i;
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
    v1 = 0;
    i1 = 0;
    annotation(Documentation(info="<html>
<p>The input has neither voltage nor current; the output takes whatever values the circuit around it needs.</p>
</html>"));
  end IdealOpAmp;

  model IdealOpAmp3Pin "Ideal operational amplifier with three pins"
    Interfaces.PositivePin in_p "Non-inverting input";
    Interfaces.NegativePin in_n "Inverting input";
    Interfaces.PositivePin out "Output";
  equation
    in_p.v = in_n.v;
    in_p.i = 0;
    in_n.i = 0;
  end IdealOpAmp3Pin;

  model IdealOpAmpLimited "Ideal operational amplifier whose output is limited"
    Interfaces.PositivePin in_p "Non-inverting input";
    Interfaces.NegativePin in_n "Inverting input";
    Interfaces.PositivePin out "Output";
    Interfaces.PositivePin VMax "Upper limit of the output";
    Interfaces.NegativePin VMin "Lower limit of the output";
    SI.Voltage vin "Voltage between the inputs";
  protected
    Real s(start=0, final unit="1") "Place on the characteristic: from -1 to 1 between the limits";
    constant SI.Voltage unitVoltage = 1 "Makes the units fit";
  equation
    in_p.i = 0;
    in_n.i = 0;
    VMax.i = 0;
    VMin.i = 0;
    vin = in_p.v - in_n.v;
    vin = unitVoltage*smooth(0, if s > 1 then s - 1 elseif s < -1 then s + 1 else 0);
    out.v = smooth(0, if s > 1 then VMax.v elseif s < -1 then VMin.v
      else (VMax.v + VMin.v)/2 + s*(VMax.v - VMin.v)/2);
  end IdealOpAmpLimited;

  model IdealizedOpAmpLimited "Operational amplifier with finite gain and limited output"
    parameter Real V0 = 15000.0 "Gain";
    parameter Boolean useSupply = false "True: the supply is connected, and its power is taken from there";
    parameter SI.Voltage Vps = +15 "Positive supply if not connected";
    parameter SI.Voltage Vns = -15 "Negative supply if not connected";
    parameter Boolean strict = true "True: no events at the limits";
    parameter Modelica.Blocks.Types.LimiterHomotopy homotopyType = Modelica.Blocks.Types.LimiterHomotopy.NoHomotopy "Limiter at the start of initialisation";
    SI.Voltage vps "Positive supply";
    SI.Voltage vns "Negative supply";
    SI.Voltage v_in = in_p.v - in_n.v "Voltage between the inputs";
    SI.Voltage v_out = out.v "Potential of the output";
    SI.Power p_in = in_p.v*in_p.i + in_n.v*in_n.i "Power into the inputs";
    SI.Power p_out = out.v*out.i "Power into the output";
    SI.Power p_s = -(p_in + p_out) "Power from the supply";
    SI.Current i_s = p_s/(vps - vns) "Current from the supply";
    Interfaces.PositivePin in_p "Non-inverting input";
    Interfaces.NegativePin in_n "Inverting input";
    Interfaces.PositivePin out "Output";
    Interfaces.PositivePin s_p(final i=+i_s, final v=vps) if useSupply "Positive supply";
    Interfaces.NegativePin s_n(final i=-i_s, final v=vns) if useSupply "Negative supply";
  protected
    SI.Voltage limited "Output of the limiter";
    SI.Voltage simplifiedExpr "What replaces it at the start of initialisation";
  equation
    if not useSupply then
      vps = Vps;
      vns = Vns;
    end if;
    in_p.i = 0;
    in_n.i = 0;
    limited = if strict then smooth(0, noEvent(if V0*v_in > vps then vps elseif V0*v_in < vns then vns else V0*v_in))
      else smooth(0, if V0*v_in > vps then vps elseif V0*v_in < vns then vns else V0*v_in);
    simplifiedExpr = if homotopyType == Modelica.Blocks.Types.LimiterHomotopy.UpperLimit then vps
      elseif homotopyType == Modelica.Blocks.Types.LimiterHomotopy.LowerLimit then vns else V0*v_in;
    out.v = if homotopyType == Modelica.Blocks.Types.LimiterHomotopy.NoHomotopy then limited
      else homotopy(actual=limited, simplified=simplifiedExpr);
  end IdealizedOpAmpLimited;

  model IdealTransformer "Transformer without losses, with or without magnetisation"
    extends Interfaces.TwoPort;
    parameter Real n(start=1) "Turns ratio, left by right";
    parameter Boolean considerMagnetization = false "True: with magnetising inductance";
    parameter SI.Inductance Lm1(start=1) "Magnetising inductance, seen from the left";
  protected
    SI.Current im1 "Magnetising current, seen from the left";
    SI.MagneticFlux psim1 "Magnetic flux, seen from the left";
  equation
    v1 = n*v2;
    im1 = i1 + i2/n;
    if considerMagnetization then
      psim1 = Lm1*im1;
      v1 = der(psim1);
    else
      psim1 = 0;
      im1 = 0;
    end if;
    annotation(Documentation(info="<html>
<p>Without magnetisation it also transforms direct voltage, which no real transformer does.</p>
</html>"));
  end IdealTransformer;

  model IdealGyrator "Ideal gyrator"
    extends Interfaces.TwoPort;
    parameter SI.Conductance G(start=1) "Gyration conductance";
  equation
    i1 = G*v2;
    i2 = -G*v1;
  end IdealGyrator;

  model Idle "Open circuit"
    extends Interfaces.OnePort;
  equation
    i = 0;
  end Idle;

  model Short "Short circuit"
    extends Interfaces.OnePort;
  equation
    v = 0;
  end Short;

  partial model TwoWay "Two switches of which one is closed"
    parameter SI.Resistance Ron(final min=0) = 1e-5 "Resistance when closed";
    parameter SI.Conductance Goff(final min=0) = 1e-5 "Conductance when open";
    extends Interfaces.ConditionalHeatPort(final T=293.15);
    Interfaces.PositivePin p "Common pin";
    Interfaces.NegativePin n2 "Pin connected when true";
    Interfaces.NegativePin n1 "Pin connected when false";
  protected
    Boolean second "Whether p goes to n2";
    Real s1(final unit="1") "Place on the characteristic between p and n1";
    Real s2(final unit="1") "Place on the characteristic between p and n2";
    constant SI.Voltage unitVoltage = 1 "Makes the units fit";
    constant SI.Current unitCurrent = 1 "Makes the units fit";
  equation
    p.v - n1.v = s1*(if second then unitVoltage else Ron*unitCurrent);
    p.v - n2.v = s2*(if second then Ron*unitCurrent else unitVoltage);
    n1.i = -s1*(if second then Goff*unitVoltage else unitCurrent);
    n2.i = -s2*(if second then unitCurrent else Goff*unitVoltage);
    p.i + n1.i + n2.i = 0;
    LossPower = p.v*p.i + n1.v*n1.i + n2.v*n2.i;
  end TwoWay;

  partial model Crossing "Four switches of which two are closed"
    parameter SI.Resistance Ron(final min=0) = 1e-5 "Resistance when closed";
    parameter SI.Conductance Goff(final min=0) = 1e-5 "Conductance when open";
    extends Interfaces.ConditionalHeatPort(final T=293.15);
    Interfaces.PositivePin p1 "First line in";
    Interfaces.PositivePin p2 "Second line in";
    Interfaces.NegativePin n1 "First line out";
    Interfaces.NegativePin n2 "Second line out";
  protected
    Boolean crossed "Whether p1 goes to n2 and p2 to n1";
    Real s1(final unit="1") "Place on the characteristic between p1 and n1";
    Real s2(final unit="1") "Place on the characteristic between p2 and n2";
    Real s3(final unit="1") "Place on the characteristic between p1 and n2";
    Real s4(final unit="1") "Place on the characteristic between p2 and n1";
    SI.Current i11 "Current from p1 to n1";
    SI.Current i22 "Current from p2 to n2";
    SI.Current i12 "Current from p1 to n2";
    SI.Current i21 "Current from p2 to n1";
    constant SI.Voltage unitVoltage = 1 "Makes the units fit";
    constant SI.Current unitCurrent = 1 "Makes the units fit";
  equation
    p1.v - n1.v = s1*(if crossed then unitVoltage else Ron*unitCurrent);
    p2.v - n2.v = s2*(if crossed then unitVoltage else Ron*unitCurrent);
    p1.v - n2.v = s3*(if crossed then Ron*unitCurrent else unitVoltage);
    p2.v - n1.v = s4*(if crossed then Ron*unitCurrent else unitVoltage);
    i11 = s1*(if crossed then Goff*unitVoltage else unitCurrent);
    i22 = s2*(if crossed then Goff*unitVoltage else unitCurrent);
    i12 = s3*(if crossed then unitCurrent else Goff*unitVoltage);
    i21 = s4*(if crossed then unitCurrent else Goff*unitVoltage);
    p1.i = i11 + i12;
    p2.i = i22 + i21;
    n1.i = -i11 - i21;
    n2.i = -i22 - i12;
    LossPower = p1.v*p1.i + p2.v*p2.i + n1.v*n1.i + n2.v*n2.i;
  end Crossing;

  annotation(Documentation(info="<html>
<p>Switches and valves change their equations at events: between two events a circuit of them is linear.</p>
</html>"));
end Ideal;
