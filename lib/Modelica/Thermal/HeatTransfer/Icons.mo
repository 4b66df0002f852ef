within Modelica.Thermal.HeatTransfer;
package Icons "Empty base classes of thermal components"
  extends Modelica.Icons.IconsPackage;

  partial model Conversion "Marks a conversion of temperature"
  end Conversion;

  partial model FixedTemperature "Marks a fixed temperature"
  end FixedTemperature;

  partial model PrescribedTemperature "Marks a temperature that is an input"
  end PrescribedTemperature;
end Icons;
