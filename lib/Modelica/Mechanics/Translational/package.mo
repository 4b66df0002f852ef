within Modelica.Mechanics;
package Translational "Motion along one line"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  annotation(Documentation(info="<html>
<p>Components are joined at flanges. A flange has a position and a force, which is the cut force acting on the component.
Positions are absolute and all components of one line point into the same direction. Components with a support can be
mounted on a housing that may itself move; without it they stand on the ground.</p>
</html>"));
end Translational;
