within Modelica.Mechanics;
package Rotational "Drive trains: motion around one axis"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  annotation(Documentation(info="<html>
<p>Components are joined at flanges. A flange has an angle and a torque, which is the cut torque acting on the component.
Components with a support can be mounted on a housing that may itself rotate; without it they stand on the ground.</p>
</html>"));
end Rotational;
