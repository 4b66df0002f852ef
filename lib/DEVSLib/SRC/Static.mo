within DEVSLib.SRC;
package Static "Functions of signals that are polynomials between messages: value and derivatives of Type 1, 2, 3"
  import Modelica.Constants.inf;

  record Signal "A signal: its value and derivatives at the last transition"
    Real y0 "Value";
    Real y1 "First derivative";
    Real y2 "Second derivative";
  end Signal;

  function advance "A signal some time later"
    input Signal u;
    input Real e "How much later";
    output Signal y;
  algorithm
    y.y0 := u.y0 + e*(u.y1 + e*u.y2/2);
    y.y1 := u.y1 + e*u.y2;
    y.y2 := u.y2;
  end advance;

  function take "What a message says of a signal; a value alone means that it stays there"
    input Signal u;
    input stdEvent x;
    output Signal y;
  algorithm
    y := u;
    if x.Type == 1 then
      y := Signal(x.Value, 0, 0);
    elseif x.Type == 2 then
      y.y1 := x.Value;
    elseif x.Type == 3 then
      y.y2 := x.Value;
    end if;
  end take;

  function send "Value and as many derivatives as there are"
    input Integer queue;
    input Signal y;
    input Integer order "1: value, 2, 3: and derivatives";
  algorithm
    sendValue(queue, y.y0, 1);
    if order >= 2 then
      sendValue(queue, y.y1, 2);
    end if;
    if order >= 3 then
      sendValue(queue, y.y2, 3);
    end if;
  end send;

  package Operation "Of two signals: the answer to a message is immediate"
    record st "State"
      Integer phase "1: waits, 2: answers";
      Real sigma "Time to the next event";
      Integer order "Highest Type of message so far";
      Signal u1 "First input";
      Signal u2 "Second input";
    end st;

    function initst "Waits; the inputs are zero until a message says more"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.order := 1;
      out.u1 := Signal(0, 0, 0);
      out.u2 := Signal(0, 0, 0);
    end initst;

    function int "Back to waiting"
      input st s;
      output st sout;
    algorithm
      sout := s;
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function ext "Inputs move on, then messages"
      input st s;
      input Real e;
      input Integer bag;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      if e > 0 and s.order > 1 then
        sout.u1 := advance(s.u1, e);
        sout.u2 := advance(s.u2, e);
      end if;
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        if x.Type > sout.order then
          sout.order := x.Type;
        end if;
        if sout.order == 1 and x.Port == 1 then
          sout.u1.y0 := x.Value;
        elseif sout.order == 1 then
          sout.u2.y0 := x.Value;
        elseif x.Port == 1 then
          sout.u1 := take(sout.u1, x);
        else
          sout.u2 := take(sout.u2, x);
        end if;
      end for;
      sout.phase := 2;
      sout.sigma := 0;
    end ext;

    partial model operation "Base class: what is left is the output function"
      extends AtomicDEVS(numIn = 2, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext;
      redeclare function initState = initst;
      Interfaces.inPort u1 "First input";
      Interfaces.inPort u2 "Second input";
      Interfaces.outPort y "Output";
    equation
      iEvent[1] = u1.event;
      iQueue[1] = u1.queue;
      iEvent[2] = u2.event;
      iQueue[2] = u2.queue;
      oEvent[1] = y.event;
      oQueue[1] = y.queue;
    end operation;
  end Operation;

  package Add "Weighted sum"
    function out "c1*u1 + c2*u2"
      input Operation.st s;
      input Integer queue[nports];
      input Integer nports;
      input Real c1;
      input Real c2;
    algorithm
      sendValue(queue[1], c1*s.u1.y0 + c2*s.u2.y0, 1);
      if s.order >= 2 then
        sendValue(queue[1], c1*s.u1.y1 + c2*s.u2.y1, 2);
      end if;
      if s.order >= 3 then
        sendValue(queue[1], c1*s.u1.y2 + c2*s.u2.y2, 3);
      end if;
    end out;

    model add "Sum of two signals, each with a factor"
      parameter Real c1 = 1 "Factor of the first";
      parameter Real c2 = -1 "Factor of the second";
      extends Operation.operation;
      redeclare function Fout = out(c1 = c1, c2 = c2);
    end add;
  end Add;

  package Multiplier "Product"
    function out "u1*u2"
      input Operation.st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[1], s.u1.y0*s.u2.y0, 1);
      if s.order >= 2 then
        sendValue(queue[1], s.u1.y1*s.u2.y0 + s.u1.y0*s.u2.y1, 2);
      end if;
      if s.order >= 3 then
        sendValue(queue[1], s.u1.y2*s.u2.y0 + 2*s.u1.y1*s.u2.y1 + s.u1.y0*s.u2.y2, 3);
      end if;
    end out;

    model multiplier "Product of two signals"
      extends Operation.operation;
      redeclare function Fout = out;
    end multiplier;
  end Multiplier;

  package Mapping "Of one signal: the answer to a message is immediate"
    record st "State"
      Integer phase "1: waits, 2: answers";
      Real sigma "Time to the next event";
      Integer order "Highest Type of message so far";
      Signal u "Input";
    end st;

    function initst "Waits"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.order := 1;
      out.u := Signal(0, 0, 0);
    end initst;

    function int "Back to waiting"
      input st s;
      output st sout;
    algorithm
      sout := s;
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function ext "The input moves on, then messages"
      input st s;
      input Real e;
      input Integer bag;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.u := advance(s.u, e);
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        sout.order := max(sout.order, x.Type);
        sout.u := take(sout.u, x);
      end for;
      sout.phase := 2;
      sout.sigma := 0;
    end ext;

    partial model mapping "Base class: what is left is the output function"
      extends AtomicDEVS(redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext;
      redeclare function initState = initst;
      Interfaces.inPort inPort1 "Input";
      Interfaces.outPort outPort1 "Output";
    equation
      iEvent[1] = inPort1.event;
      iQueue[1] = inPort1.queue;
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end mapping;
  end Mapping;

  package Gain "Multiple"
    function out "K*u"
      input Mapping.st s;
      input Integer queue[nports];
      input Integer nports;
      input Real K;
    algorithm
      send(queue[1], Signal(K*s.u.y0, K*s.u.y1, K*s.u.y2), s.order);
    end out;

    model gain "A signal times a constant"
      parameter Real K = 1 "The constant";
      extends Mapping.mapping;
      redeclare function Fout = out(K = K);
    end gain;
  end Gain;

  package SquareRoot "Square root"
    function out "sqrt(u), by its series at the last transition; 0 of what is negative"
      input Mapping.st s;
      input Integer queue[nports];
      input Integer nports;
    protected
      Real r = if s.u.y0 > 0 then sqrt(s.u.y0) else 0;
      Real r1 "First derivative";
    algorithm
      r1 := if r > 0 then s.u.y1/(2*r) else 0;
      send(queue[1], Signal(r, r1, if r > 0 then s.u.y2/(2*r) - r1*r1/r else 0), s.order);
    end out;

    model squareRoot "Square root of a signal"
      extends Mapping.mapping;
      redeclare function Fout = out;
    end squareRoot;
  end SquareRoot;

  package Switch "One of two signals, by the sign of a third against a level"
    record st "State"
      Integer phase "1: waits, 2: answers";
      Real sigma "Time to the next event";
      Integer order "Highest Type of message so far";
      Signal u1 "Passes when the second is at or above the level";
      Signal u2 "Decides";
      Signal u3 "Passes when the second is below the level";
      Boolean above "Is the second at or above the level?";
    end st;

    function initst "Waits"
      output st out;
      input Real level;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.order := 1;
      out.u1 := Signal(0, 0, 0);
      out.u2 := Signal(0, 0, 0);
      out.u3 := Signal(0, 0, 0);
      out.above := 0 >= level;
    end initst;

    function wait "Until the deciding signal passes the level"
      input st s;
      input Real level;
      output st sout;
    protected
      Real a = if s.above then s.u2.y0 - level else level - s.u2.y0 "Distance to go, >= 0";
      Real b = if s.above then s.u2.y1 else -s.u2.y1 "Its derivative";
      Real c = (if s.above then s.u2.y2 else -s.u2.y2)/2 "Half its second derivative";
      Real d = b*b - 4*a*c "Discriminant";
    algorithm
      sout := s;
      sout.phase := 1;
      if a <= 0 and (b < 0 or b == 0 and c < 0) then
        sout.sigma := 0;
      elseif d < 0 or b >= 0 and c >= 0 then
        sout.sigma := inf;
      else
        // The least positive root of a + b*h + c*h^2, in the form that does not cancel.
        sout.sigma := if b <= 0 then 2*a/(-b + sqrt(d)) else (b + sqrt(d))/(-2*c);
      end if;
    end wait;

    function int "After an answer: wait; after a wait: the other signal"
      input st s;
      input Real level;
      output st sout;
    algorithm
      if s.phase == 2 then
        sout := wait(s, level);
      else
        sout := s;
        sout.u1 := advance(s.u1, s.sigma);
        sout.u2 := advance(s.u2, s.sigma);
        sout.u3 := advance(s.u3, s.sigma);
        sout.above := not s.above;
        sout.phase := 2;
        sout.sigma := 0;
      end if;
    end int;

    function ext "Inputs move on, then messages"
      input st s;
      input Real e;
      input Integer bag;
      input Real level;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.u1 := advance(s.u1, e);
      sout.u2 := advance(s.u2, e);
      sout.u3 := advance(s.u3, e);
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        sout.order := max(sout.order, x.Type);
        if x.Port == 1 then
          sout.u1 := take(sout.u1, x);
        elseif x.Port == 2 then
          sout.u2 := take(sout.u2, x);
          if x.Type == 1 then
            sout.above := x.Value >= level;
          end if;
        else
          sout.u3 := take(sout.u3, x);
        end if;
      end for;
      sout.phase := 2;
      sout.sigma := 0;
    end ext;

    function out "The signal that passes"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      if s.phase == 2 then
        send(queue[1], if s.above then s.u1 else s.u3, s.order);
      end if;
    end out;

    model switch "The first signal while the second is at or above the level, otherwise the third"
      parameter Real level = 0 "Level of the second signal";
      extends AtomicDEVS(numIn = 3, redeclare record State = st);
      redeclare function Fint = int(level = level);
      redeclare function Fext = ext(level = level);
      redeclare function Fout = out;
      redeclare function initState = initst(level = level);
      Interfaces.inPort u1 "Passes when the second is at or above the level";
      Interfaces.inPort u2 "Decides";
      Interfaces.inPort u3 "Passes when the second is below the level";
      Interfaces.outPort y "Output";
    equation
      iEvent[1] = u1.event;
      iQueue[1] = u1.queue;
      iEvent[2] = u2.event;
      iQueue[2] = u2.queue;
      iEvent[3] = u3.event;
      iQueue[3] = u3.queue;
      oEvent[1] = y.event;
      oQueue[1] = y.queue;
    end switch;
  end Switch;

  package Hold "A signal of messages as a signal of equations"
    record st "State"
      Real sigma "Never ends by itself";
      Real t "Time of the last message";
      Signal u "The signal then";
    end st;

    function initst "The value before the first message"
      input Real y_start;
      output st out;
    algorithm
      out.sigma := inf;
      out.t := 0;
      out.u := Signal(y_start, 0, 0);
    end initst;

    function ext "What messages say"
      input st s;
      input Real e;
      input Integer bag;
      output st sout;
    algorithm
      sout := s;
      sout.t := s.t + e;
      sout.u := advance(s.u, e);
      for i in 1:queueSize(bag) loop
        sout.u := take(sout.u, getEvent(bag));
      end for;
    end ext;

    model hold "Remembers what messages say of a signal"
      parameter Real y_start = 0 "Value before the first message";
      extends AtomicDEVS(numOut = 0, redeclare record State = st);
      redeclare function Fext = ext;
      redeclare function initState = initst(y_start = y_start);
      Interfaces.inPort inPort1 "Value and derivatives: Type 1, 2, 3";
    equation
      iEvent[1] = inPort1.event;
      iQueue[1] = inPort1.queue;
    end hold;

    model polynomial "Messages of value and derivatives as a signal between them, too"
      parameter Real y_start = 0 "Value before the first message";
      Interfaces.inPort inport "Value and derivatives: Type 1, 2, 3";
      Modelica.Blocks.Interfaces.RealOutput y "The signal";
    protected
      hold last(y_start = y_start) "What messages said last";
    equation
      connect(inport, last.inPort1);
      y = last.S.u.y0 + (time - last.S.t)*(last.S.u.y1 + (time - last.S.t)*last.S.u.y2/2);
    end polynomial;
  end Hold;
end Static;
