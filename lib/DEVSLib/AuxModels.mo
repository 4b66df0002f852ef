within DEVSLib;
package AuxModels "Sources, sinks, interfaces with physical models, and QSS integrators"
  model CrossUP "A message whenever a signal rises above a value"
    parameter Real Value = 0 "To be crossed upwards";
    parameter Integer EType = 1 "Type of the messages";
    Modelica.Blocks.Interfaces.RealInput u "The signal";
    SRC.Interfaces.outPort outport annotation(__modevs(send(trigger = n, Value = v, Type = EType)));
  protected
    discrete Integer n(start = 0, fixed = true) "Messages so far";
    discrete Real v(start = 0, fixed = true) "Value of the last one";
  equation
    when u > Value then
      n = pre(n) + 1;
      v = u;
    end when;
  end CrossUP;

  model CrossDOWN "A message whenever a signal falls below a value"
    parameter Real Value = 0 "To be crossed downwards";
    parameter Integer EType = 1 "Type of the messages";
    Modelica.Blocks.Interfaces.RealInput u "The signal";
    SRC.Interfaces.outPort outport annotation(__modevs(send(trigger = n, Value = v, Type = EType)));
  protected
    discrete Integer n(start = 0, fixed = true) "Messages so far";
    discrete Real v(start = 0, fixed = true) "Value of the last one";
  equation
    when u < Value then
      n = pre(n) + 1;
      v = u;
    end when;
  end CrossDOWN;

  model DICO "The last message as a signal"
    SRC.Interfaces.inPort inport annotation(__modevs(receive(Value = value, Type = eventType, count = n)));
    Modelica.Blocks.Interfaces.RealOutput y "Value of the last message";
    Modelica.Blocks.Interfaces.BooleanOutput change "Turns over with every message";
  protected
    discrete Real value(start = 0) "Of the last message";
    Integer eventType(start = 0) "Of the last message";
    Integer n(start = 0) "Messages so far";
  equation
    y = value;
    change = mod(n, 2) == 1;
  end DICO;
end AuxModels;
