within Modelica.Thermal.HeatTransfer;
package Interfaces "Connectors and partial models of heat networks"
  extends Modelica.Icons.InterfacesPackage;

  partial connector HeatPort "Heat port"
    SI.Temperature T "Temperature";
    flow SI.HeatFlowRate Q_flow "Heat flow rate into the component";
  end HeatPort;

  connector HeatPort_a "Heat port, usual side of inflow"
    extends HeatPort;
  end HeatPort_a;

  connector HeatPort_b "Heat port, usual side of outflow"
    extends HeatPort;
  end HeatPort_b;

  partial model Element1D "Element between two ports that stores no heat"
    SI.HeatFlowRate Q_flow "Heat flow rate from port_a to port_b";
    SI.TemperatureDifference dT "Temperature of port_a less that of port_b";
    HeatPort_a port_a "Left port";
    HeatPort_b port_b "Right port";
  equation
    dT = port_a.T - port_b.T;
    port_a.Q_flow = Q_flow;
    port_b.Q_flow = -Q_flow;
  end Element1D;

  partial model PartialElementaryConditionalHeatPort "Loss power goes to a heat port, or nowhere"
    parameter Boolean useHeatPort = false "True: there is a heat port";
    parameter SI.Temperature T = 293.15 "Temperature of the component if there is no heat port";
    HeatPort_a heatPort(final T=TheatPort, final Q_flow=-lossPower) if useHeatPort "Heat port";
    SI.Power lossPower "Power turned into heat";
    SI.Temperature TheatPort "Temperature of the component";
  equation
    if not useHeatPort then
      TheatPort = T;
    end if;
  end PartialElementaryConditionalHeatPort;

  partial model PartialElementaryConditionalHeatPortWithoutT "Loss power goes to a heat port, or nowhere; the temperature does not matter"
    parameter Boolean useHeatPort = false "True: there is a heat port";
    HeatPort_a heatPort(final Q_flow=-lossPower) if useHeatPort "Heat port";
    SI.Power lossPower "Power turned into heat";
  end PartialElementaryConditionalHeatPortWithoutT;

  partial model PartialConditionalHeatPort "Heat port inside, led out or kept at a fixed temperature"
    parameter Boolean useHeatPort = false "True: there is a heat port";
    parameter SI.Temperature T = 293.15 "Temperature if there is no heat port";
    HeatPort_a heatPort if useHeatPort "Heat port";
    Modelica.Thermal.HeatTransfer.Sources.FixedTemperature fixedTemperature(final T=T) if not useHeatPort "In place of the heat port";
  protected
    HeatPort_a internalHeatPort "Heat port of the inner components";
  equation
    connect(heatPort, internalHeatPort);
    connect(fixedTemperature.port, internalHeatPort);
  end PartialConditionalHeatPort;
end Interfaces;
