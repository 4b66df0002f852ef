within Modelica;
package Thermal "Thermal components"
  extends Modelica.Icons.Package;
end Thermal;
