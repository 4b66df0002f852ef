within Modelica.Mechanics.Rotational;
package Icons "Empty base classes of drive train components"
  extends Modelica.Icons.IconsPackage;

  partial class Gear "Marks a gear"
  end Gear;

  partial class Gearbox "Marks a gear box"
  end Gearbox;

  partial class Clutch "Marks a clutch"
  end Clutch;
end Icons;
