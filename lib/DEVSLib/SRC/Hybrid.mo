within DEVSLib.SRC;
package Hybrid "Between messages and signals of physical models"
  model DiCo "The last message as a signal"
    Interfaces.inPort inport "Messages"
      annotation(__modevs(receive(Value = value, Type = eventType, count = n)));
    Modelica.Blocks.Interfaces.RealOutput y "Value of the last message; 0 before the first";
    Modelica.Blocks.Interfaces.BooleanOutput change "Turns over with every message";
  protected
    discrete Real value(start = 0) "Of the last message";
    Integer eventType(start = 0) "Of the last message";
    Integer n(start = 0) "Messages so far";
  equation
    y = value;
    change = mod(n, 2) == 1;
  end DiCo;

  model DiBo "The last message as a Boolean signal"
    parameter String name = "dibo" "What the model calls itself; nothing depends on it";
    Interfaces.inPort inport "Messages"
      annotation(__modevs(receive(Value = value, Type = eventType, count = n)));
    Modelica.Blocks.Interfaces.BooleanOutput change "Is the value of the last message positive?";
  protected
    discrete Real value(start = 0) "Of the last message";
    Integer eventType(start = 0) "Of the last message";
    Integer n(start = 0) "Messages so far";
  equation
    change = value > 0;
  end DiBo;

  partial model Sender "Base class of models that send messages: what is left is when"
    parameter Integer EType = 1 "Type of the messages";
    Interfaces.outPort outport "Messages" annotation(__modevs(send(trigger = n, Value = v, Type = EType)));
  protected
    discrete Integer n(start = 0, fixed = true) "Messages so far";
    discrete Real v(start = 0, fixed = true) "Value of the last one";
  end Sender;

  model CrossUP "A message whenever a signal rises above a value"
    replaceable Real Value = 1 "To be crossed upwards";
    extends Sender;
    Modelica.Blocks.Interfaces.RealInput u "The signal; its value is that of the message";
  equation
    when u > Value then
      n = pre(n) + 1;
      v = u;
    end when;
  end CrossUP;

  model CrossDOWN "A message whenever a signal falls below a value"
    replaceable Real Value = 1 "To be crossed downwards";
    extends Sender;
    Modelica.Blocks.Interfaces.RealInput u "The signal; its value is that of the message";
  equation
    when u < Value then
      n = pre(n) + 1;
      v = u;
    end when;
  end CrossDOWN;

  model BCrossUP "A message of value 1 whenever a Boolean signal becomes true"
    parameter Real Threshold = 1e-10 "Not used";
    extends Sender;
    Modelica.Blocks.Interfaces.BooleanInput u "The signal";
  equation
    when u then
      n = pre(n) + 1;
      v = 1;
    end when;
  end BCrossUP;

  model BCrossDOWN "A message of value 0 whenever a Boolean signal becomes false"
    extends Sender;
    Modelica.Blocks.Interfaces.BooleanInput u "The signal";
  equation
    when not u then
      n = pre(n) + 1;
      v = 0;
    end when;
  end BCrossDOWN;

  model Quantizer "A message whenever a signal has changed by a quantum since the last one"
    replaceable Real q = 1 "Quantum";
    parameter Real Threshold = 1e-10 "How far beyond the quantum";
    extends Sender;
    Modelica.Blocks.Interfaces.RealInput u "The signal; its value is that of the message";
  protected
    discrete Real last(start = 0) "Value of the signal at the last message";
  initial equation
    last = u;
  equation
    when {u >= pre(last) + q + Threshold, u <= pre(last) - q - Threshold} then
      n = pre(n) + 1;
      v = u;
      last = u;
    end when;
  end Quantizer;

  model QuantizerUP "A message whenever a signal has risen by a quantum since the last one"
    replaceable Real q = 1 "Quantum";
    parameter Real Threshold = 1e-10 "How far beyond the quantum";
    extends Sender;
    Modelica.Blocks.Interfaces.RealInput u "The signal; its value is that of the message";
  protected
    discrete Real last(start = 0) "Value of the signal at the last message";
  initial equation
    last = u;
  equation
    when u >= pre(last) + q + Threshold then
      n = pre(n) + 1;
      v = u;
      last = u;
    end when;
  end QuantizerUP;

  model QuantizerDOWN "A message whenever a signal has fallen by a quantum since the last one"
    replaceable Real q = 1 "Quantum";
    parameter Real Threshold = 1e-10 "How far beyond the quantum";
    extends Sender;
    Modelica.Blocks.Interfaces.RealInput u "The signal; its value is that of the message";
  protected
    discrete Real last(start = 0) "Value of the signal at the last message";
  initial equation
    last = u;
  equation
    when u <= pre(last) - q - Threshold then
      n = pre(n) + 1;
      v = u;
      last = u;
    end when;
  end QuantizerDOWN;

  model CondGen "A message whenever a condition becomes true"
    replaceable Boolean Condition = false "The condition";
    parameter Integer Type = 1 "Type of the messages";
    parameter Real Value = 1 "Value of the messages";
    Interfaces.outPort outport "Messages" annotation(__modevs(send(trigger = n, Value = Value, Type = Type)));
  protected
    discrete Integer n(start = 0, fixed = true) "Messages so far";
  equation
    when Condition then
      n = pre(n) + 1;
    end when;
  end CondGen;
end Hybrid;
