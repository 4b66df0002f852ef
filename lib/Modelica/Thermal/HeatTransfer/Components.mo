within Modelica.Thermal.HeatTransfer;
package Components "Storage and flow of heat"
  extends Modelica.Icons.Package;

  model HeatCapacitor "Body of uniform temperature that stores heat"
    parameter SI.HeatCapacity C "Heat capacity: mass times specific heat";
    SI.Temperature T(start=293.15, displayUnit="degC") "Temperature";
    SI.TemperatureSlope der_T(start=0) "Its derivative";
    Interfaces.HeatPort_a port "Heat port";
  equation
    T = port.T;
    der_T = der(T);
    C*der_T = port.Q_flow;
  end HeatCapacitor;

  model ThermalConductor "Conduction without storage, given by its conductance"
    extends Interfaces.Element1D;
    parameter SI.ThermalConductance G "Thermal conductance";
  equation
    Q_flow = G*dT;
    annotation(Documentation(info="<html>
<p>For a wall of thickness d, area A and thermal conductivity k the conductance is G = k*A/d. For a pipe wall of length l
between the radii r1 and r2 it is G = 2*pi*k*l/log(r2/r1).</p>
</html>"));
  end ThermalConductor;

  model ThermalResistor "Conduction without storage, given by its resistance"
    extends Interfaces.Element1D;
    parameter SI.ThermalResistance R "Thermal resistance";
  equation
    dT = R*Q_flow;
  end ThermalResistor;

  model Convection "Heat transfer between a solid and a fluid; the conductance is an input"
    SI.HeatFlowRate Q_flow "Heat flow rate from solid to fluid";
    SI.TemperatureDifference dT "Temperature of the solid less that of the fluid";
    Modelica.Blocks.Interfaces.RealInput Gc(unit="W/K") "Convective conductance: area times heat transfer coefficient";
    Interfaces.HeatPort_a solid "Port to the solid";
    Interfaces.HeatPort_b fluid "Port to the fluid";
  equation
    dT = solid.T - fluid.T;
    solid.Q_flow = Q_flow;
    fluid.Q_flow = -Q_flow;
    Q_flow = Gc*dT;
  end Convection;

  model ConvectiveResistor "Heat transfer between a solid and a fluid; the resistance is an input"
    SI.HeatFlowRate Q_flow "Heat flow rate from solid to fluid";
    SI.TemperatureDifference dT "Temperature of the solid less that of the fluid";
    Modelica.Blocks.Interfaces.RealInput Rc(unit="K/W") "Convective resistance";
    Interfaces.HeatPort_a solid "Port to the solid";
    Interfaces.HeatPort_b fluid "Port to the fluid";
  equation
    dT = solid.T - fluid.T;
    solid.Q_flow = Q_flow;
    fluid.Q_flow = -Q_flow;
    dT = Rc*Q_flow;
  end ConvectiveResistor;

  model BodyRadiation "Radiation between two bodies"
    extends Interfaces.Element1D;
    parameter Real Gr(unit="m2") "Net radiation conductance";
  equation
    Q_flow = Gr*Modelica.Constants.sigma*(port_a.T^4 - port_b.T^4);
    annotation(Documentation(info="<html>
<p>For a small body of area A and emissivity e in a large room Gr = e*A. For two large parallel plates it is
Gr = A/(1/e1 + 1/e2 - 1).</p>
</html>"));
  end BodyRadiation;

  model ThermalCollector "Joins several heat ports to one"
    parameter Integer m(min=1) = 3 "Number of ports joined";
    Interfaces.HeatPort_a port_a[m] "Ports joined";
    Interfaces.HeatPort_b port_b "Common port";
  equation
    for i in 1:m loop
      port_a[i].T = port_b.T;
    end for;
    port_b.Q_flow + sum(port_a.Q_flow) = 0;
  end ThermalCollector;

  model ThermalCollectorMatrix "Joins a matrix of heat ports to one"
    parameter Integer Ns(min=1) "Number of rows";
    parameter Integer Np(min=1) "Number of columns";
    Interfaces.HeatPort_a port_a[Ns, Np] "Ports joined";
    Interfaces.HeatPort_b port_b "Common port";
  equation
    for i in 1:Ns loop
      for j in 1:Np loop
        port_a[i, j].T = port_b.T;
      end for;
    end for;
    port_b.Q_flow + sum(port_a.Q_flow) = 0;
  end ThermalCollectorMatrix;
end Components;
