within DEVSLib;
package atomicDraft "To be copied: an atomic model that answers every message with one of its own"
  import DEVSLib.SRC.*;

  record st "What the model remembers"
    Integer phase "1: passive, 2: active";
    Real sigma "Time to the next internal transition";
    Real value "Value of the last message";
  end st;

  function initst "State at the start"
    output st out;
  algorithm
    out.phase := 1;
    out.sigma := Modelica.Constants.inf;
    out.value := 0;
  end initst;

  function con "Confluent transition: internal, then external"
    input st s;
    input Real e "Time since the last transition";
    input Integer bag "The messages";
    output st sout;
  algorithm
    sout := ext(int(s), 0, bag);
  end con;

  function int "Internal transition"
    input st s;
    output st sout;
  algorithm
    sout := s;
    sout.phase := 1;
    sout.sigma := Modelica.Constants.inf;
  end int;

  function ext "External transition"
    input st s;
    input Real e "Time since the last transition";
    input Integer bag "The messages";
    output st sout;
  protected
    stdEvent x;
  algorithm
    sout := s;
    for i in 1:numEvents(bag) loop
      x := getEvent(bag);
      sout.value := x.Value;
    end for;
    sout.phase := 2;
    sout.sigma := 0;
  end ext;

  function out "Output, before an internal or confluent transition"
    input st s;
    input Integer queue[nports] "Of each output port";
    input Integer nports "How many there are";
  protected
    stdEvent y;
  algorithm
    y.Port := 1;
    y.Type := 1;
    y.Value := s.value;
    sendEvent(queue[1], y);
  end out;

  function ta "Time to the next internal transition"
    input st s;
    output Real sigma;
  algorithm
    sigma := s.sigma;
  end ta;

  model atomic "The model"
    extends AtomicDEVS(numIn = 1, numOut = 1, redeclare record State = st);
    redeclare function Fcon = con;
    redeclare function Fint = int;
    redeclare function Fext = ext;
    redeclare function Fout = out;
    redeclare function Fta = ta;
    redeclare function initState = initst;
    Interfaces.inPort inPort1 "Messages";
    Interfaces.outPort outPort1 "Answers";
  equation
    iEvent[1] = inPort1.event;
    iQueue[1] = inPort1.queue;
    oEvent[1] = outPort1.event;
    oQueue[1] = outPort1.queue;
  end atomic;
end atomicDraft;
