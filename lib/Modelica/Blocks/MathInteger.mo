within Modelica.Blocks;
package MathInteger "Functions of Integer signals"
  extends Modelica.Icons.Package;

  block MultiSwitch "Expression of the first true input"
    input Integer expr[nu] = fill(0, nu) "Expressions, one for each input";
    parameter Integer y_default = 0 "Output if no input is true, or before the first";
    parameter Boolean use_pre_as_default = true "True: keep the last output if no input is true";
    parameter Integer nu(min=0) = 0 "Number of inputs" annotation(Dialog(connectorSizing=true));
    Modelica.Blocks.Interfaces.BooleanVectorInput u[nu] "Inputs, the first true one wins";
    Modelica.Blocks.Interfaces.IntegerOutput y "Output";
  protected
    Integer firstActiveIndex "First true input, 0 if there is none";
  initial equation
    pre(y) = y_default;
  equation
    firstActiveIndex = Modelica.Math.BooleanVectors.firstTrueIndex(u);
    y = if firstActiveIndex == 0 then (if use_pre_as_default then pre(y) else y_default) else expr[firstActiveIndex];
  end MultiSwitch;

  block Sum "Weighted sum of any number of inputs"
    extends Modelica.Blocks.Interfaces.PartialIntegerMISO;
    parameter Integer k[nu] = fill(1, nu) "Weights";
  equation
    y = k*u;
  end Sum;

  block Product "Product of any number of inputs"
    extends Modelica.Blocks.Interfaces.PartialIntegerMISO;
  equation
    y = product(u);
  end Product;

  block TriggeredAdd "Adds the input to the output at each trigger"
    extends Modelica.Blocks.Interfaces.PartialIntegerSISO;
    parameter Boolean use_reset = false "True: there is a reset input";
    parameter Boolean use_set = false "True: there is an input for the value after a reset";
    parameter Integer y_start = 0 "Output at the start, and after a reset without set input";
    Modelica.Blocks.Interfaces.BooleanInput trigger "Trigger";
    Modelica.Blocks.Interfaces.BooleanInput reset if use_reset "Reset";
    Modelica.Blocks.Interfaces.IntegerInput set if use_set "Value after a reset";
  protected
    Modelica.Blocks.Interfaces.BooleanOutput local_reset "Reset signal, false without a reset input";
    Modelica.Blocks.Interfaces.IntegerOutput local_set "Value after a reset, y_start without a set input";
  initial equation
    pre(y) = y_start;
  equation
    connect(reset, local_reset);
    connect(set, local_set);
    if not use_reset then
      local_reset = false;
    end if;
    if not use_set then
      local_set = y_start;
    end if;
    when {trigger, local_reset} then
      y = if local_reset then local_set else pre(y) + u;
    end when;
  end TriggeredAdd;
end MathInteger;
