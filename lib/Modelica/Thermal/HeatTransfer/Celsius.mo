within Modelica.Thermal.HeatTransfer;
package Celsius "Sources and sensors in degree Celsius"
  extends Modelica.Icons.VariantsPackage;

  model ToKelvin "Degree Celsius to kelvin"
    extends Modelica.Thermal.HeatTransfer.Icons.Conversion;
    Modelica.Blocks.Interfaces.RealInput Celsius(unit="degC") "Temperature in degree Celsius";
    Modelica.Blocks.Interfaces.RealOutput Kelvin(unit="K") "Temperature in kelvin";
  equation
    Kelvin = Modelica.Units.Conversions.from_degC(Celsius);
  end ToKelvin;

  model FromKelvin "Kelvin to degree Celsius"
    extends Modelica.Thermal.HeatTransfer.Icons.Conversion;
    Modelica.Blocks.Interfaces.RealInput Kelvin(unit="K") "Temperature in kelvin";
    Modelica.Blocks.Interfaces.RealOutput Celsius(unit="degC") "Temperature in degree Celsius";
  equation
    Celsius = Modelica.Units.Conversions.to_degC(Kelvin);
  end FromKelvin;

  model FixedTemperature "Fixed temperature in degree Celsius"
    extends Modelica.Thermal.HeatTransfer.Icons.FixedTemperature;
    parameter Modelica.Units.NonSI.Temperature_degC T "Temperature in degree Celsius";
    Interfaces.HeatPort_b port "Heat port";
  equation
    port.T = Modelica.Units.Conversions.from_degC(T);
  end FixedTemperature;

  model PrescribedTemperature "Temperature from an input in degree Celsius"
    extends Modelica.Thermal.HeatTransfer.Icons.PrescribedTemperature;
    Interfaces.HeatPort_b port "Heat port";
    Modelica.Blocks.Interfaces.RealInput T(unit="degC") "Temperature in degree Celsius";
  equation
    port.T = Modelica.Units.Conversions.from_degC(T);
  end PrescribedTemperature;

  model TemperatureSensor "Temperature of a port in degree Celsius"
    Modelica.Blocks.Interfaces.RealOutput T(unit="degC") "Temperature";
    Interfaces.HeatPort_a port "Heat port";
  equation
    T = Modelica.Units.Conversions.to_degC(port.T);
    port.Q_flow = 0;
  end TemperatureSensor;
end Celsius;
