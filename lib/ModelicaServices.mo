within;
package ModelicaServices "What the library asks of the tool: numbers of the machine, files, end of the run"
  extends Modelica.Icons.Package;
  constant String target = "modevs" "Tool these services are made for";

  package ExternalReferences "Files that belong to a library"
    extends Modelica.Icons.Package;

    function loadResource "Path of the file that a URI names"
      extends Modelica.Utilities.Internal.PartialModelicaServices.ExternalReferences.PartialLoadResource;
      external "C" fileReference = ModelicaInternal_fullPathName(uri);
    end loadResource;
  end ExternalReferences;

  package Machine "Numbers of the machine (IEEE 754 double, 32-bit Integer)"
    extends Modelica.Icons.Package;
    final constant Real eps = 2.2204460492503131e-16 "Distance from 1 to the next number";
    final constant Real small = 2.2250738585072014e-308 "Smallest normal number";
    final constant Real inf = 1.7976931348623157e308 "Largest number";
    final constant Integer Integer_inf = 2147483647 "Largest Integer";
  end Machine;

  package System "Services of the operating system"
    extends Modelica.Icons.Package;

    impure function exit "End the run"
      extends Modelica.Utilities.Internal.PartialModelicaServices.System.exitBase;
      external "C" exit(status);
    end exit;
  end System;

  package Types "Types that depend on the tool"
    extends Modelica.Icons.Package;
    type SolverMethod = String "Name of an integration method";
  end Types;

  annotation(
    version="4.1.0",
    uses(Modelica(version="4.1.0")),
    Documentation(info="<html>
<p>Only the services that classes of the shipped library call.</p>
</html>"));
end ModelicaServices;
