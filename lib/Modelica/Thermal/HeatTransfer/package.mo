within Modelica.Thermal;
package HeatTransfer "Heat networks of lumped elements"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  annotation(Documentation(info="<html>
<p>Components are joined at heat ports. A port has a temperature and a heat flow rate, counted positive into the
component. Heat is stored in capacitors and flows through conductors, as charge does in circuits.</p>
</html>"));
end HeatTransfer;
