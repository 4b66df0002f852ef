within Modelica;
package Icons "Empty base classes that only mark what a class is for"
  extends Icons.Package;

  partial class Information "Marks a page of documentation"
  end Information;

  partial class Contact "Marks a page with addresses"
  end Contact;

  partial class ReleaseNotes "Marks a list of changes"
  end ReleaseNotes;

  partial class References "Marks a list of literature"
  end References;

  partial package ExamplesPackage "Marks a package of examples"
    extends Modelica.Icons.Package;
  end ExamplesPackage;

  partial model Example "Marks a model that can be simulated as it stands"
  end Example;

  partial package Package "Marks a package"
  end Package;

  partial package BasesPackage "Marks a package of base classes"
    extends Modelica.Icons.Package;
  end BasesPackage;

  partial package VariantsPackage "Marks a package of variants of a class"
    extends Modelica.Icons.Package;
  end VariantsPackage;

  partial package InterfacesPackage "Marks a package of connectors and partial classes"
    extends Modelica.Icons.Package;
  end InterfacesPackage;

  partial package SourcesPackage "Marks a package of sources"
    extends Modelica.Icons.Package;
  end SourcesPackage;

  partial package SensorsPackage "Marks a package of sensors"
    extends Modelica.Icons.Package;
  end SensorsPackage;

  partial package UtilitiesPackage "Marks a package of helpers"
    extends Modelica.Icons.Package;
  end UtilitiesPackage;

  partial package TypesPackage "Marks a package of types"
    extends Modelica.Icons.Package;
  end TypesPackage;

  partial package FunctionsPackage "Marks a package of functions"
    extends Modelica.Icons.Package;
  end FunctionsPackage;

  partial package IconsPackage "Marks a package of icons"
    extends Modelica.Icons.Package;
  end IconsPackage;

  partial package InternalPackage "Marks a package that users should not rely on"
  end InternalPackage;

  partial package MaterialPropertiesPackage "Marks a package of material data"
    extends Modelica.Icons.Package;
  end MaterialPropertiesPackage;

  partial package RecordsPackage "Marks a package of records"
    extends Modelica.Icons.Package;
  end RecordsPackage;

  partial class MaterialProperty "Marks data of a material"
  end MaterialProperty;

  partial class RoundSensor "Marks a sensor that does not change what it measures"
  end RoundSensor;

  partial class RectangularSensor "Marks a sensor in translational systems"
  end RectangularSensor;

  partial function Function "Marks a function"
  end Function;

  partial record Record "Marks a record"
  end Record;

  type TypeReal "Marks a type derived from Real"
    extends Real;
  end TypeReal;

  type TypeInteger "Marks a type derived from Integer"
    extends Integer;
  end TypeInteger;

  type TypeBoolean "Marks a type derived from Boolean"
    extends Boolean;
  end TypeBoolean;

  type TypeString "Marks a type derived from String"
    extends String;
  end TypeString;

  expandable connector SignalBus "Base of a signal bus"
  end SignalBus;

  expandable connector SignalSubBus "Base of a bus inside a bus"
  end SignalSubBus;

  partial class UnderConstruction "Marks an unfinished class"
  end UnderConstruction;

  partial class ObsoleteModel "Marks a class that should no longer be used"
  end ObsoleteModel;

  annotation(Documentation(info="<html>
<p>Classes inherit from these to say what they are, for example <code>extends Modelica.Icons.Example</code>. In this
library they are empty, since it has no graphics.</p>
</html>"));
end Icons;
