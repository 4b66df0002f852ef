within Modelica;
package Blocks "Blocks with inputs and outputs, for controllers and signal flow"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  annotation(Documentation(info="<html>
<p>Every block computes its outputs from its inputs. Blocks are wired with <code>connect</code>: an output drives any
number of inputs. Real, Integer and Boolean signals have connectors of their own.</p>
</html>"));
end Blocks;
