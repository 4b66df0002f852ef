within Modelica.Thermal.HeatTransfer;
package Sensors "Ideal measurement"
  extends Modelica.Icons.SensorsPackage;

  model TemperatureSensor "Temperature of a port in kelvin"
    Modelica.Blocks.Interfaces.RealOutput T(unit="K") "Temperature";
    Interfaces.HeatPort_a port "Heat port";
  equation
    T = port.T;
    port.Q_flow = 0;
  end TemperatureSensor;

  model RelTemperatureSensor "Temperature difference of two ports"
    extends Modelica.Icons.RectangularSensor;
    Interfaces.HeatPort_a port_a "Left port";
    Interfaces.HeatPort_b port_b "Right port";
    Modelica.Blocks.Interfaces.RealOutput T_rel(unit="K", displayUnit="K") "Temperature of port_a less that of port_b";
  equation
    T_rel = port_a.T - port_b.T;
    port_a.Q_flow = 0;
    port_b.Q_flow = 0;
  end RelTemperatureSensor;

  model HeatFlowSensor "Heat flow rate from one port to the other"
    extends Modelica.Icons.RoundSensor;
    Modelica.Blocks.Interfaces.RealOutput Q_flow(unit="W") "Heat flow rate from port_a to port_b";
    Interfaces.HeatPort_a port_a "Left port";
    Interfaces.HeatPort_b port_b "Right port";
  equation
    port_a.T = port_b.T;
    port_a.Q_flow + port_b.Q_flow = 0;
    Q_flow = port_a.Q_flow;
  end HeatFlowSensor;

  model ConditionalFixedHeatFlowSensor "Heat flow rate to the other port, or to a fixed temperature if that is not connected"
    extends Modelica.Icons.RoundSensor;
    parameter Boolean useFixedTemperature(start=false) "True: port_b is kept at 293.15 K";
    Interfaces.HeatPort_a port_a "Left port";
    Interfaces.HeatPort_b port_b "Right port";
    HeatFlowSensor heatFlowSensor "Sensor";
    Modelica.Thermal.HeatTransfer.Sources.FixedTemperature fixedTemperature(final T=293.15) if useFixedTemperature "Fixed temperature";
    Modelica.Blocks.Interfaces.RealOutput Q_flow(unit="W") "Heat flow rate from port_a to port_b";
  equation
    connect(port_a, heatFlowSensor.port_a);
    connect(heatFlowSensor.port_b, port_b);
    connect(fixedTemperature.port, heatFlowSensor.port_b);
    connect(heatFlowSensor.Q_flow, Q_flow);
  end ConditionalFixedHeatFlowSensor;
end Sensors;
