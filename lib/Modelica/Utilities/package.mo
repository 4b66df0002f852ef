within Modelica;
package Utilities "Strings, text output and other services of the operating system"
  extends Modelica.Icons.UtilitiesPackage;

  annotation(Documentation(info="<html>
<p>The external functions here are part of the modevs runtime; no C sources are needed.</p>
</html>"));
end Utilities;
