within;
package Modelica "Compact library of components under the names of the Modelica Standard Library"
  extends Modelica.Icons.Package;

  annotation(
    version="4.1.0",
    uses(Complex(version="4.1.0"), ModelicaServices(version="4.1.0")),
    Documentation(info="<html>
<p>This library belongs to modevs. It is written independently of the Modelica Standard Library and offers the
everyday part of it under the same names: block diagrams, circuits, drives along a line and around an axis, heat
networks, units, constants and mathematical functions. Models written against the standard library work unchanged as
long as they stay within that part.</p>
<p>If the real Modelica Standard Library is in a folder of -L or MODELICAPATH it is used in place of this one, whole.</p>
<p>There are no graphics in these classes. Licence: MIT.</p>
</html>"));
end Modelica;
