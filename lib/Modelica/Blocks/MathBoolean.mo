within Modelica.Blocks;
package MathBoolean "Functions of any number of Boolean signals"
  extends Modelica.Icons.Package;

  block MultiSwitch "Expression of the first true input"
    input Boolean expr[nu] = fill(false, nu) "Expressions, one for each input";
    parameter Boolean use_pre_as_default = true "True: keep the last output if no input is true";
    parameter Boolean y_default = false "Output if no input is true, or before the first";
    parameter Integer nu(min=0) = 0 "Number of inputs" annotation(Dialog(connectorSizing=true));
    Modelica.Blocks.Interfaces.BooleanVectorInput u[nu] "Inputs, the first true one wins";
    Modelica.Blocks.Interfaces.BooleanOutput y "Output";
  protected
    Integer firstActiveIndex "First true input, 0 if there is none";
  initial equation
    pre(y) = y_default;
  equation
    firstActiveIndex = Modelica.Math.BooleanVectors.firstTrueIndex(u);
    y = if firstActiveIndex == 0 then (if use_pre_as_default then pre(y) else y_default) else expr[firstActiveIndex];
  end MultiSwitch;

  block And "True if all inputs are"
    extends Modelica.Blocks.Interfaces.PartialBooleanMISO;
  equation
    y = Modelica.Math.BooleanVectors.allTrue(u);
  end And;

  block Or "True if some input is"
    extends Modelica.Blocks.Interfaces.PartialBooleanMISO;
  equation
    y = Modelica.Math.BooleanVectors.anyTrue(u);
  end Or;

  block Xor "True if exactly one input is"
    extends Modelica.Blocks.Interfaces.PartialBooleanMISO;
  equation
    y = Modelica.Math.BooleanVectors.oneTrue(u);
  end Xor;

  block Nand "False if all inputs are true"
    extends Modelica.Blocks.Interfaces.PartialBooleanMISO;
  equation
    y = not Modelica.Math.BooleanVectors.allTrue(u);
  end Nand;

  block Nor "True if no input is"
    extends Modelica.Blocks.Interfaces.PartialBooleanMISO;
  equation
    y = not Modelica.Math.BooleanVectors.anyTrue(u);
  end Nor;

  block Not "The opposite of the input"
    extends Modelica.Blocks.Interfaces.PartialBooleanSISO_small;
  equation
    y = not u;
  end Not;

  block RisingEdge "True when the input becomes true"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Modelica.Blocks.Interfaces.PartialBooleanSISO_small;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = edge(u);
  end RisingEdge;

  block FallingEdge "True when the input becomes false"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Modelica.Blocks.Interfaces.PartialBooleanSISO_small;
  protected
    Boolean not_u = not u "Opposite of the input";
  initial equation
    pre(not_u) = not pre_u_start;
  equation
    y = edge(not_u);
  end FallingEdge;

  block ChangingEdge "True when the input changes"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Modelica.Blocks.Interfaces.PartialBooleanSISO_small;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = change(u);
  end ChangingEdge;

  block OnDelay "True when the input has been true for the delay"
    extends Modelica.Blocks.Interfaces.PartialBooleanSISO_small;
    parameter SI.Time delayTime "Delay";
  protected
    Boolean delaySignal(start=false, fixed=true) "Whether the delay is running or over";
    discrete SI.Time t_next "End of the delay";
  initial equation
    pre(u) = false;
    pre(t_next) = time - 1;
  equation
    when initial() then
      delaySignal = u;
      t_next = if u then time + delayTime else time - 1;
    elsewhen u then
      delaySignal = true;
      t_next = time + delayTime;
    elsewhen not u then
      delaySignal = false;
      t_next = time - 1;
    end when;
    y = delaySignal and time >= t_next;
  end OnDelay;
end MathBoolean;
