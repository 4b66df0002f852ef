within Modelica.Thermal.HeatTransfer;
package Sources "Fixed and prescribed temperatures and heat flows"
  extends Modelica.Icons.SourcesPackage;

  model FixedTemperature "Fixed temperature"
    parameter SI.Temperature T "Temperature";
    Interfaces.HeatPort_b port "Heat port";
  equation
    port.T = T;
  end FixedTemperature;

  model PrescribedTemperature "Temperature from an input"
    Interfaces.HeatPort_b port "Heat port";
    Modelica.Blocks.Interfaces.RealInput T(unit="K") "Temperature";
  equation
    port.T = T;
  end PrescribedTemperature;

  model FixedHeatFlow "Fixed heat flow rate, which may depend on the temperature"
    parameter SI.HeatFlowRate Q_flow "Heat flow rate out of the source at the reference temperature";
    parameter SI.Temperature T_ref = 293.15 "Reference temperature";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Relative rise of the heat flow rate with temperature";
    Interfaces.HeatPort_b port "Heat port";
  equation
    port.Q_flow = -Q_flow*(1 + alpha*(port.T - T_ref));
  end FixedHeatFlow;

  model PrescribedHeatFlow "Heat flow rate from an input, which may depend on the temperature"
    parameter SI.Temperature T_ref = 293.15 "Reference temperature";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Relative rise of the heat flow rate with temperature";
    Modelica.Blocks.Interfaces.RealInput Q_flow(unit="W") "Heat flow rate out of the source at the reference temperature";
    Interfaces.HeatPort_b port "Heat port";
  equation
    port.Q_flow = -Q_flow*(1 + alpha*(port.T - T_ref));
  end PrescribedHeatFlow;
end Sources;
