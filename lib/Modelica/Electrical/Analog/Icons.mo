within Modelica.Electrical.Analog;
package Icons "Empty base classes of sources"
  extends Modelica.Icons.IconsPackage;

  partial model VoltageSource "Marks a voltage source"
  end VoltageSource;

  partial model CurrentSource "Marks a current source"
  end CurrentSource;
end Icons;
