within DEVSLib;
package Native "What takes the place of models of the authors' library that write into queues from their equations"
  model DiCo "The last message as a signal"
    SRC.Interfaces.inPort inport annotation(__modevs(receive(Value = value, Type = eventType, count = n)));
    Modelica.Blocks.Interfaces.RealOutput y "Value of the last message";
    Modelica.Blocks.Interfaces.BooleanOutput change "Turns over when messages arrive";
  protected
    discrete Real value(start = 0) "Of the last message";
    Integer eventType(start = 0) "Of the last message";
    Integer n(start = 0) "Messages so far";
    Boolean turned(start = false, fixed = true) "Turns over when messages arrive";
  equation
    y = value;
    change = turned;
    when n > pre(n) then
      turned = not pre(turned);
    end when;
  end DiCo;

  model DiBo "Is the value of the last message more than zero?"
    parameter String name = "DiBo" "For messages of the model; not used";
    SRC.Interfaces.inPort inport annotation(__modevs(receive(Value = y, Type = eventType)));
    Modelica.Blocks.Interfaces.BooleanOutput change "It is";
  protected
    discrete Real y(start = 0) "Value of the last message";
    Integer eventType(start = 0) "Of the last message";
  equation
    change = y > 0;
  end DiBo;

  partial model Sender "Has a port on which equations send messages"
    parameter Integer EType = 1 "Type of the messages";
    SRC.Interfaces.outPort outport annotation(__modevs(send(trigger = n, Value = v, Type = EType)));
  protected
    Integer n(start = 0, fixed = true) "Messages so far";
    discrete Real v(start = 0, fixed = true) "Value of the last one";
  end Sender;

  model CrossUP "A message whenever a signal rises above a value"
    extends Sender;
    replaceable Real Value = 1 "To be crossed upwards";
    Modelica.Blocks.Interfaces.RealInput u "The signal";
  protected
    Boolean below "It has been below since the last message";
  initial equation
    pre(below) = u < Value;
  equation
    when u > Value and pre(below) then
      below = false;
      n = pre(n) + 1;
      v = u;
    elsewhen u < Value then
      below = true;
      n = pre(n);
      v = pre(v);
    end when;
  end CrossUP;

  model CrossDOWN "A message whenever a signal falls below a value"
    extends Sender;
    replaceable Real Value = 1 "To be crossed downwards";
    Modelica.Blocks.Interfaces.RealInput u "The signal";
  protected
    Boolean above "It has been above since the last message";
  initial equation
    pre(above) = u > Value;
  equation
    when u < Value and pre(above) then
      above = false;
      n = pre(n) + 1;
      v = u;
    elsewhen u > Value then
      above = true;
      n = pre(n);
      v = pre(v);
    end when;
  end CrossDOWN;

  partial model Quantization "A message whenever a signal has moved by a quantum"
    extends Sender;
    replaceable Real q = 1 "The quantum";
    parameter Real Threshold = 1e-10 "How far it must be passed";
    Modelica.Blocks.Interfaces.RealInput u "The signal";
  protected
    Boolean moved "It has moved by a quantum since the last message";
    discrete Real last "Value at the last message, or at the start";
  initial equation
    pre(last) = u;
  equation
    when moved then
      n = pre(n) + 1;
      v = u;
      last = u;
    end when;
  end Quantization;

  model Quantizer "A message whenever a signal has moved by a quantum"
    extends Quantization;
  equation
    moved = u >= pre(last) + q + Threshold or u <= pre(last) - q - Threshold;
  end Quantizer;

  model QuantizerUP "A message whenever a signal has risen by a quantum"
    extends Quantization;
  equation
    moved = u >= pre(last) + q + Threshold;
  end QuantizerUP;

  model QuantizerDOWN "A message whenever a signal has fallen by a quantum"
    extends Quantization;
  equation
    moved = u <= pre(last) - q - Threshold;
  end QuantizerDOWN;

  model BCrossUP "A message of value 1 whenever a Boolean becomes true"
    extends Sender;
    parameter Real Threshold = 1e-10 "Not used";
    Modelica.Blocks.Interfaces.BooleanInput u "The signal";
  equation
    when u then
      n = pre(n) + 1;
      v = 1;
    end when;
  end BCrossUP;

  model BCrossDOWN "A message of value 0 whenever a Boolean becomes false"
    extends Sender;
    Modelica.Blocks.Interfaces.BooleanInput u "The signal";
  equation
    when not u then
      n = pre(n) + 1;
      v = 0;
    end when;
  end BCrossDOWN;

  model CondGen "A message whenever a condition becomes true"
    replaceable Boolean Condition = false "The condition";
    parameter Integer Type = 1 "Type of the messages";
    parameter Integer Value = 1 "Their value";
    SRC.Interfaces.outPort outport annotation(__modevs(send(trigger = n, Value = v, Type = Type)));
  protected
    Integer n(start = 0, fixed = true) "Messages so far";
    parameter Real v = Value "The same as a Real";
  equation
    when Condition then
      n = pre(n) + 1;
    end when;
  end CondGen;

  impure function RandomUniform "A number between 0 and 1, another one with each call; the same ones in each run"
    input Real t = 0 "Not used";
    output Real u;
  external "C" u = ModelicaRandom_uniform(t);
  end RandomUniform;

  impure function RandomNormal "A number of the standard normal distribution (Box and Muller 1958)"
    input Real t = 0 "Not used";
    output Real z;
  algorithm
    z := sqrt(-2*log(RandomUniform(t)))*cos(2*Modelica.Constants.pi*RandomUniform(t));
  end RandomNormal;

  record PassState "Messages to be passed on"
    Integer queue "They";
    Real sigma "Time until that";
    Integer e "Value of the last one, rounded down";
  end PassState;

  function passStart "Nothing to be passed on"
    output PassState out;
  algorithm
    out.queue := SRC.CreateQueue();
    out.sigma := Modelica.Constants.inf;
    out.e := 0;
  end passStart;

  function passInternal "They have left"
    input PassState s;
    output PassState sout;
  algorithm
    sout := s;
    sout.sigma := Modelica.Constants.inf;
  end passInternal;

  function passExternal "Take them"
    input PassState s;
    input Real e;
    input Integer bag;
    output PassState sout;
  protected
    SRC.stdEvent x;
  algorithm
    sout := s;
    for i in 1:SRC.numEvents(bag) loop
      x := SRC.getEvent(bag);
      sout.e := integer(x.Value);
      SRC.sendEvent(s.queue, x);
    end for;
    sout.sigma := 0;
  end passExternal;

  function passOut "Send them"
    input PassState s;
    input Integer queue[nports];
    input Integer nports;
  algorithm
    for i in 1:SRC.numEvents(s.queue) loop
      SRC.sendEvent(queue[1], SRC.getEvent(s.queue));
    end for;
  end passOut;

  model breakloop "Passes messages on, at the same time"
    extends SRC.AtomicDEVS(redeclare record State = PassState);
    redeclare function Fint = passInternal;
    redeclare function Fext = passExternal;
    redeclare function Fout = passOut;
    redeclare function initState = passStart;
    SRC.Interfaces.inPort IN;
    SRC.Interfaces.outPort OUT;
    Integer e = S.e "Value of the last message";
  end breakloop;
end Native;
