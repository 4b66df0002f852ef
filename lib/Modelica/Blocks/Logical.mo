within Modelica.Blocks;
package Logical "Blocks of Boolean signals, and comparisons"
  extends Modelica.Icons.Package;

  block And "True if both inputs are"
    extends Blocks.Interfaces.partialBooleanSI2SO;
  equation
    y = u1 and u2;
  end And;

  block Or "True if one input is"
    extends Blocks.Interfaces.partialBooleanSI2SO;
  equation
    y = u1 or u2;
  end Or;

  block Xor "True if the inputs differ"
    extends Blocks.Interfaces.partialBooleanSI2SO;
  equation
    y = u1 <> u2;
  end Xor;

  block Nor "True if no input is"
    extends Blocks.Interfaces.partialBooleanSI2SO;
  equation
    y = not (u1 or u2);
  end Nor;

  block Nand "False if both inputs are true"
    extends Blocks.Interfaces.partialBooleanSI2SO;
  equation
    y = not (u1 and u2);
  end Nand;

  block Not "The opposite of the input"
    extends Blocks.Interfaces.partialBooleanSISO;
  equation
    y = not u;
  end Not;

  block Pre "Input one event step ago"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Blocks.Interfaces.partialBooleanSISO;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = pre(u);
    annotation(Documentation(info="<html>
<p>Breaks a loop of Boolean signals: the event is repeated at the same time until the signals no longer change.</p>
</html>"));
  end Pre;

  block Edge "True when the input becomes true"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Blocks.Interfaces.partialBooleanSISO;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = edge(u);
  end Edge;

  block FallingEdge "True when the input becomes false"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Blocks.Interfaces.partialBooleanSISO;
  protected
    Boolean not_u = not u "Opposite of the input";
  initial equation
    pre(not_u) = not pre_u_start;
  equation
    y = edge(not_u);
  end FallingEdge;

  block Change "True when the input changes"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Blocks.Interfaces.partialBooleanSISO;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = change(u);
  end Change;

  block GreaterThreshold "True if the input is above the threshold"
    extends Blocks.Interfaces.partialBooleanThresholdComparison;
  equation
    y = u > threshold;
  end GreaterThreshold;

  block GreaterEqualThreshold "True if the input is not below the threshold"
    extends Blocks.Interfaces.partialBooleanThresholdComparison;
  equation
    y = u >= threshold;
  end GreaterEqualThreshold;

  block LessThreshold "True if the input is below the threshold"
    extends Blocks.Interfaces.partialBooleanThresholdComparison;
  equation
    y = u < threshold;
  end LessThreshold;

  block LessEqualThreshold "True if the input is not above the threshold"
    extends Blocks.Interfaces.partialBooleanThresholdComparison;
  equation
    y = u <= threshold;
  end LessEqualThreshold;

  block Greater "True if u1 is above u2"
    extends Blocks.Interfaces.partialBooleanComparison;
  equation
    y = u1 > u2;
  end Greater;

  block GreaterEqual "True if u1 is not below u2"
    extends Blocks.Interfaces.partialBooleanComparison;
  equation
    y = u1 >= u2;
  end GreaterEqual;

  block Less "True if u1 is below u2"
    extends Blocks.Interfaces.partialBooleanComparison;
  equation
    y = u1 < u2;
  end Less;

  block LessEqual "True if u1 is not above u2"
    extends Blocks.Interfaces.partialBooleanComparison;
  equation
    y = u1 <= u2;
  end LessEqual;

  block ZeroCrossing "True when the input crosses zero while enabled"
    extends Blocks.Interfaces.partialBooleanSO;
    Blocks.Interfaces.RealInput u "Input";
    Blocks.Interfaces.BooleanInput enable "Whether crossings count";
  protected
    Boolean disable = not enable "Opposite of enable";
    Boolean u_pos "Whether the input is not negative, while enabled";
  initial equation
    pre(u_pos) = false;
    pre(enable) = false;
    pre(disable) = true;
  equation
    u_pos = enable and u >= 0;
    y = change(u_pos) and not (edge(enable) or edge(disable));
  end ZeroCrossing;

  block LogicalSwitch "u1 if u2 is true, else u3, all Boolean"
    extends Blocks.Interfaces.partialBooleanSI3SO;
  equation
    y = if u2 then u1 else u3;
  end LogicalSwitch;

  block Switch "u1 if u2 is true, else u3"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    Blocks.Interfaces.RealInput u1 "Signal if true";
    Blocks.Interfaces.BooleanInput u2 "Chooses the signal";
    Blocks.Interfaces.RealInput u3 "Signal if false";
    Blocks.Interfaces.RealOutput y "Output";
  equation
    y = if u2 then u1 else u3;
  end Switch;

  block Hysteresis "True above the upper threshold, false below the lower one, unchanged between"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Real uLow(start=0) "Becomes false below this";
    parameter Real uHigh(start=1) "Becomes true above this";
    parameter Boolean pre_y_start = false "Output before the start";
    Blocks.Interfaces.RealInput u "Input";
    Blocks.Interfaces.BooleanOutput y "Output";
  initial equation
    pre(y) = pre_y_start;
  equation
    assert(uHigh > uLow, "The upper threshold " + String(uHigh) + " of the hysteresis is not above the lower one " + String(uLow) + ".");
    y = if pre(y) then u >= uLow else u > uHigh;
  end Hysteresis;

  block OnOffController "On if the input is below the band around the reference, off if above"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    Blocks.Interfaces.RealInput reference "Reference";
    Blocks.Interfaces.RealInput u "Measurement";
    Blocks.Interfaces.BooleanOutput y "True: on";
    parameter Real bandwidth(start=0.1) "Width of the band";
    parameter Boolean pre_y_start = false "Output before the start";
  initial equation
    pre(y) = pre_y_start;
  equation
    y = if pre(y) then u < reference + bandwidth/2 else u < reference - bandwidth/2;
  end OnOffController;

  block TriggeredTrapezoid "Ramps up when the input becomes true, down when it becomes false"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Real amplitude = 1 "Height";
    parameter SI.Time rising(final min=0) = 0 "Duration of a whole rise";
    parameter SI.Time falling(final min=0) = rising "Duration of a whole fall";
    parameter Real offset = 0 "Output while the input is false";
    Blocks.Interfaces.BooleanInput u "Input";
    Blocks.Interfaces.RealOutput y "Output";
  protected
    discrete Real endValue(start=0, fixed=true) "Value at the end of the ramp";
    discrete Real rate(start=0, fixed=true) "Slope of the ramp";
    discrete SI.Time T(start=0, fixed=true) "End of the ramp";
    discrete Real y_last "Output just before the ramp";
  equation
    when {initial(), u, not u} then
      y_last = pre(endValue) - (if time < pre(T) then (pre(T) - time)*pre(rate) else 0);
      endValue = if u then offset + amplitude else offset;
      rate = if u and rising > 0 then amplitude/rising elseif not u and falling > 0 then -amplitude/falling else 0;
      T = if initial() or abs(rate) <= 0 then time else time + max(0, (endValue - y_last)/rate);
    end when;
    y = endValue - (if time < T then (T - time)*rate else 0);
  end TriggeredTrapezoid;

  block Timer "Time since the input became true, 0 while it is false"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    Blocks.Interfaces.BooleanInput u "Input";
    Blocks.Interfaces.RealOutput y "Time since then";
  protected
    discrete SI.Time entryTime "Time when the input became true";
  initial equation
    pre(entryTime) = 0;
  equation
    when u then
      entryTime = time;
    end when;
    y = if u then time - entryTime else 0.0;
  end Timer;

  block LogicalDelay "Input delayed: y1 its falling, y2 its rising edge"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter SI.Time delayTime(final min=0) = 0 "Delay";
    Blocks.Interfaces.BooleanInput u "Input";
    Blocks.Interfaces.BooleanOutput y1 "Becomes true with the input, false after the delay";
    Blocks.Interfaces.BooleanOutput y2 "Becomes true after the delay, false with the input";
  protected
    discrete SI.Time tSwitch "Last change of the input";
    Boolean late "Whether the last change is longer ago than the delay";
  initial equation
    tSwitch = time - 2*delayTime;
  equation
    when {u, not u} then
      tSwitch = time;
    end when;
    late = time >= tSwitch + delayTime;
    y1 = u or not late;
    y2 = u and late;
  end LogicalDelay;

  block RSFlipFlop "Flip-flop, set and reset"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Boolean Qini = false "Output Q before the start";
    Modelica.Blocks.Interfaces.BooleanOutput Q "True after a set";
    Modelica.Blocks.Interfaces.BooleanOutput QI "Opposite of Q, unless S and R are both true";
    Modelica.Blocks.Interfaces.BooleanInput S "Set";
    Modelica.Blocks.Interfaces.BooleanInput R "Reset";
  initial equation
    pre(QI) = not Qini;
  equation
    Q = not (R or pre(QI));
    QI = not (S or Q);
  end RSFlipFlop;

  block AssertCondition "Stop or warn when the input is false"
    extends Modelica.Blocks.Interfaces.partialBooleanSI;
    parameter String message = "Assert block failed" "Message";
    parameter AssertionLevel assertionLevel = AssertionLevel.error "Error or warning";
  equation
    assert(u, message, assertionLevel);
  end AssertCondition;

  block TerminateSimulation "End the simulation when a condition becomes true"
    Modelica.Blocks.Interfaces.BooleanOutput condition = false "The condition, given as a modifier";
    parameter String terminationText = "... End condition reached" "Message";
  equation
    when condition then
      terminate(terminationText);
    end when;
  end TerminateSimulation;
end Logical;
