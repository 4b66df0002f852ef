within Modelica.Electrical.Analog;
package Interfaces "Connectors and partial models of circuits"
  extends Modelica.Icons.InterfacesPackage;

  connector Pin "Electrical pin"
    SI.ElectricPotential v "Potential";
    flow SI.Current i "Current into the component";
  end Pin;

  connector PositivePin "Positive pin of a component"
    SI.ElectricPotential v "Potential";
    flow SI.Current i "Current into the component";
  end PositivePin;

  connector NegativePin "Negative pin of a component"
    SI.ElectricPotential v "Potential";
    flow SI.Current i "Current into the component";
  end NegativePin;

  partial model TwoPin "Component with two pins"
    SI.Voltage v "Voltage from p to n";
    PositivePin p "Positive pin";
    NegativePin n "Negative pin";
  equation
    v = p.v - n.v;
  end TwoPin;

  partial model OnePort "Component with two pins that stores no charge: what enters at p leaves at n"
    extends TwoPin;
    SI.Current i "Current from p to n";
  equation
    i = p.i;
    p.i + n.i = 0;
  end OnePort;

  partial model FourPin "Component with two pairs of pins"
    SI.Voltage v1 "Voltage of the left port";
    SI.Voltage v2 "Voltage of the right port";
    SI.Current i1 "Current into the left port";
    SI.Current i2 "Current into the right port";
    PositivePin p1 "Left port, positive side";
    NegativePin n1 "Left port, negative side";
    PositivePin p2 "Right port, positive side";
    NegativePin n2 "Right port, negative side";
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    i1 = p1.i;
    i2 = p2.i;
  end FourPin;

  partial model TwoPort "Component with two ports: each port gives back the current it takes"
    extends FourPin;
  equation
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
  end TwoPort;

  partial model ConditionalHeatPort "Loss power goes to a heat port, or nowhere"
    parameter Boolean useHeatPort = false "True: there is a heat port";
    parameter SI.Temperature T = 293.15 "Temperature of the component if there is no heat port";
    Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort(final T=T_heatPort, final Q_flow=-LossPower) if useHeatPort "Heat port";
    SI.Power LossPower "Power turned into heat";
    SI.Temperature T_heatPort "Temperature of the component";
  equation
    if not useHeatPort then
      T_heatPort = T;
    end if;
  end ConditionalHeatPort;

  partial model PartialConditionalHeatPort "Heat port inside, led out or kept at a fixed temperature"
    parameter Boolean useHeatPort = false "True: there is a heat port";
    parameter SI.Temperature T = 293.15 "Temperature if there is no heat port";
    Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort if useHeatPort "Heat port";
    Modelica.Thermal.HeatTransfer.Sources.FixedTemperature fixedTemperature(final T=T) if not useHeatPort "In place of the heat port";
  protected
    Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a internalHeatPort "Heat port of the inner components";
  equation
    connect(heatPort, internalHeatPort);
    connect(fixedTemperature.port, internalHeatPort);
  end PartialConditionalHeatPort;

  partial model AbsoluteSensor "Sensor with one pin"
    extends Modelica.Icons.RoundSensor;
    PositivePin p "Pin that is looked at";
    Modelica.Blocks.Interfaces.RealOutput y "Measured value";
  end AbsoluteSensor;

  partial model RelativeSensor "Sensor with two pins"
    extends Modelica.Icons.RoundSensor;
    PositivePin p "Positive pin";
    NegativePin n "Negative pin";
    Modelica.Blocks.Interfaces.RealOutput y "Measured value";
  end RelativeSensor;

  partial model VoltageSource "Voltage source driven by a signal source inside"
    extends Modelica.Electrical.Analog.Icons.VoltageSource;
    extends OnePort;
    replaceable Modelica.Blocks.Interfaces.SignalSource signalSource(final offset=offset, final startTime=startTime) "Shape of the voltage";
    parameter SI.Voltage offset = 0 "Added to the voltage";
    parameter SI.Time startTime = 0 "The voltage is the offset until then";
  equation
    v = signalSource.y;
  end VoltageSource;

  partial model CurrentSource "Current source driven by a signal source inside"
    extends Modelica.Electrical.Analog.Icons.CurrentSource;
    extends OnePort;
    replaceable Modelica.Blocks.Interfaces.SignalSource signalSource(final offset=offset, final startTime=startTime) "Shape of the current";
    parameter SI.Current offset = 0 "Added to the current";
    parameter SI.Time startTime = 0 "The current is the offset until then";
  equation
    i = signalSource.y;
  end CurrentSource;

  partial model IdealSwitch "Two resistances, one for on and one for off"
    extends OnePort;
    parameter SI.Resistance Ron(final min=0) = 1e-5 "Resistance when closed";
    parameter SI.Conductance Goff(final min=0) = 1e-5 "Conductance when open";
    extends ConditionalHeatPort(final T=293.15);
  protected
    Boolean off "Whether the switch is open";
    Real s(final unit="1") "Place on the characteristic: current when closed, voltage when open";
    constant SI.Voltage unitVoltage = 1 "Makes the units fit";
    constant SI.Current unitCurrent = 1 "Makes the units fit";
  equation
    v = s*(if off then unitVoltage else Ron*unitCurrent);
    i = s*(if off then Goff*unitVoltage else unitCurrent);
    LossPower = v*i;
    annotation(Documentation(info="<html>
<p>Voltage and current are both functions of a parameter s, so that Ron = 0 and Goff = 0 are possible: the equations can
be solved in either position.</p>
</html>"));
  end IdealSwitch;

  partial model IdealSemiconductor "Valve of two straight lines that meet at the knee voltage"
    extends OnePort;
    parameter SI.Resistance Ron(final min=0) = 1e-5 "Resistance when conducting";
    parameter SI.Conductance Goff(final min=0) = 1e-5 "Conductance when blocking";
    parameter SI.Voltage Vknee(final min=0) = 0 "Forward voltage where conduction begins";
    extends ConditionalHeatPort;
    Boolean off(start=true) "Whether the valve blocks";
  protected
    Real s(start=0, final unit="1") "Place on the characteristic: negative when blocking, positive when conducting";
    constant SI.Voltage unitVoltage = 1 "Makes the units fit";
    constant SI.Current unitCurrent = 1 "Makes the units fit";
  equation
    v = Vknee + s*(if off then unitVoltage else Ron*unitCurrent);
    i = Goff*Vknee + s*(if off then Goff*unitVoltage else unitCurrent);
    LossPower = v*i;
    annotation(Documentation(info="<html>
<p>The characteristic is a bent line in the plane of voltage and current. The parameter s runs along it: below zero it is
the voltage short of the knee, above zero the current beyond it. The component that inherits says when the valve blocks,
as a condition on s.</p>
</html>"));
  end IdealSemiconductor;
end Interfaces;
