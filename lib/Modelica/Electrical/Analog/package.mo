within Modelica.Electrical;
package Analog "Analog circuits"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  annotation(Documentation(info="<html>
<p>Components are joined at pins. A pin has a potential and a current, counted positive into the component. Every circuit
needs at least one <code>Basic.Ground</code>: without it the potentials are not determined.</p>
</html>"));
end Analog;
