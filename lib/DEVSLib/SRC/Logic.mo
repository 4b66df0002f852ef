within DEVSLib.SRC;
package Logic "Small models to build controllers of"
  import Modelica.Constants.inf;

  package Processor "One message at a time, each for a while"
    record st "State"
      Integer phase "1: idle, 2: busy";
      Real sigma "Time to the next event";
      Real job "Value of the message in work";
      Integer kind "Its Type";
      Integer received "Messages taken so far";
    end st;

    function initst "Idle"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.job := 0;
      out.kind := 1;
      out.received := 0;
    end initst;

    function int "Idle again"
      input st s;
      output st sout;
    algorithm
      sout := s;
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function ext "Takes the first message if idle; others are lost"
      input st s;
      input Real e;
      input Integer bag;
      input Real processTime;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      if s.phase == 1 then
        x := getEvent(bag);
        sout.job := x.Value;
        sout.kind := x.Type;
        sout.received := s.received + 1;
        sout.phase := 2;
        sout.sigma := processTime;
      else
        sout.sigma := s.sigma - e;
      end if;
    end ext;

    function out "The message that is done"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[1], s.job, s.kind);
    end out;

    model processor "Works on one message at a time and loses those that come meanwhile"
      parameter Real processTime(unit = "s") = 1 "Time that a message takes";
      extends AtomicDEVS(redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext(processTime = processTime);
      redeclare function Fout = out;
      redeclare function initState = initst;
      Interfaces.inPort inPort1 "Messages";
      Interfaces.outPort outPort1 "The same, later";
    equation
      iEvent[1] = inPort1.event;
      iQueue[1] = inPort1.queue;
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end processor;
  end Processor;

  package Answer "State of models that answer messages at once"
    record st "State"
      Integer phase "1: waits, 2: answers";
      Real sigma "Time to the next event";
      Integer q "Queue of messages to be sent";
      Real value "What is remembered";
    end st;

    function initst "Waits"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.q := CreateQueue();
      out.value := 0;
    end initst;

    function int "All are answered"
      input st s;
      output st sout;
    algorithm
      sout := s;
      clearEvents(s.q);
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function out "What waits in the queue; the port of a message is the one to send it on"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    protected
      stdEvent x;
    algorithm
      for i in 1:queueSize(s.q) loop
        x := readEvent(s.q, i);
        sendEvent(queue[x.Port], x);
      end for;
    end out;
  end Answer;

  package IFType "Messages on one of two ports, by their Type"
    function ext "Where each message is to leave"
      input Answer.st s;
      input Real e;
      input Integer bag;
      input Integer condition;
      output Answer.st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        x.Port := if x.Type == condition then 1 else 2;
        sendEvent(s.q, x);
      end for;
      sout.phase := 2;
      sout.sigma := 0;
    end ext;

    model ifType "Messages of one Type leave on the first port, others on the second"
      parameter Integer condition = 1 "The Type";
      extends AtomicDEVS(numOut = 2, redeclare record State = Answer.st);
      redeclare function Fint = Answer.int;
      redeclare function Fext = ext(condition = condition);
      redeclare function Fout = Answer.out;
      redeclare function initState = Answer.initst;
      Interfaces.inPort in1 "Messages";
      Interfaces.outPort out1 "Those of the Type";
      Interfaces.outPort out2 "Others";
    equation
      iEvent[1] = in1.event;
      iQueue[1] = in1.queue;
      oEvent[1] = out1.event;
      oQueue[1] = out1.queue;
      oEvent[2] = out2.event;
      oQueue[2] = out2.queue;
    end ifType;
  end IFType;

  package Storage "Remembers a value"
    function ext "Values are stored before they are asked for"
      input Answer.st s;
      input Real e;
      input Integer bag;
      output Answer.st sout;
    protected
      stdEvent x;
      Integer asked = 0 "Messages that ask";
      Integer kind = 1 "Type of the last of them";
    algorithm
      sout := s;
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        if x.Port == 2 then
          sout.value := x.Value;
        else
          asked := asked + 1;
          kind := x.Type;
        end if;
      end for;
      if asked > 0 then
        sendValue(s.q, sout.value, kind);
        sout.phase := 2;
        sout.sigma := 0;
      elseif s.phase == 2 then
        sout.sigma := s.sigma - e;
      end if;
    end ext;

    model storage "Remembers the value of messages at STORE and sends it when one comes at CHECK"
      extends AtomicDEVS(numIn = 2, redeclare record State = Answer.st);
      redeclare function Fint = Answer.int;
      redeclare function Fext = ext;
      redeclare function Fout = Answer.out;
      redeclare function initState = Answer.initst;
      Interfaces.inPort CHECK "Asks for the value";
      Interfaces.inPort STORE "Gives the value";
      Interfaces.outPort outPort1 "The value, with the Type of the message that asked";
    equation
      iEvent[1] = CHECK.event;
      iQueue[1] = CHECK.queue;
      iEvent[2] = STORE.event;
      iQueue[2] = STORE.queue;
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end storage;
  end Storage;

  package SetValue "Another value"
    function ext "Each message gets the value"
      input Answer.st s;
      input Real e;
      input Integer bag;
      input Real v;
      output Answer.st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        x.Port := 1;
        x.Value := v;
        sendEvent(s.q, x);
      end for;
      sout.phase := 2;
      sout.sigma := 0;
    end ext;

    model setValue "Messages leave with another value"
      replaceable Real Value = 1 "The value, read when messages arrive";
      extends AtomicDEVS(redeclare record State = Answer.st);
      redeclare function Fint = Answer.int;
      redeclare function Fext = ext(v = Value);
      redeclare function Fout = Answer.out;
      redeclare function initState = Answer.initst;
      Interfaces.inPort inPort1 "Messages";
      Interfaces.outPort outPort1 "The same with the value";
    equation
      iEvent[1] = inPort1.event;
      iQueue[1] = inPort1.queue;
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end setValue;
  end SetValue;

  package SetType "Another Type"
    function ext "Each message gets the Type"
      input Answer.st s;
      input Real e;
      input Integer bag;
      input Integer kind;
      output Answer.st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        x.Port := 1;
        x.Type := kind;
        sendEvent(s.q, x);
      end for;
      sout.phase := 2;
      sout.sigma := 0;
    end ext;

    model setType "Messages leave with another Type"
      parameter Integer Type = 1 "The Type";
      extends AtomicDEVS(redeclare record State = Answer.st);
      redeclare function Fint = Answer.int;
      redeclare function Fext = ext(kind = Type);
      redeclare function Fout = Answer.out;
      redeclare function initState = Answer.initst;
      Interfaces.inPort inPort1 "Messages";
      Interfaces.outPort outPort1 "The same with the Type";
    equation
      iEvent[1] = inPort1.event;
      iQueue[1] = inPort1.queue;
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end setType;
  end SetType;

  package Wait "A delay that can be halted"
    record st "State"
      Integer phase "1: idle, 2: runs, 3: halted";
      Real sigma "Time to the next event";
      Real job "Value of the message that waits";
      Integer kind "Its Type";
      Real left "Time that is left while halted";
    end st;

    function initst "Idle"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.job := 0;
      out.kind := 1;
      out.left := 0;
    end initst;

    function int "Idle again"
      input st s;
      output st sout;
    algorithm
      sout := s;
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function ext "IN begins or goes on, STOP halts; STOP wins if both come"
      input st s;
      input Real e;
      input Integer bag;
      input Real processTime;
      output st sout;
    protected
      stdEvent x;
      Boolean go = false "One has come at IN";
      Boolean halt = false "One has come at STOP";
    algorithm
      sout := s;
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        if x.Port == 2 then
          halt := true;
        else
          go := true;
          if s.phase == 1 then
            sout.job := x.Value;
            sout.kind := x.Type;
          end if;
        end if;
      end for;
      if s.phase == 2 then
        sout.left := s.sigma - e;
      elseif s.phase == 1 and go then
        sout.left := processTime;
      end if;
      if (s.phase == 2 or go) and not halt then
        sout.phase := 2;
        sout.sigma := sout.left;
      elseif s.phase <> 1 or go then
        sout.phase := 3;
        sout.sigma := inf;
      end if;
    end ext;

    function out "The message, later"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[1], s.job, s.kind);
    end out;

    model wait "A message at IN leaves after a while; STOP halts the clock until the next one at IN"
      parameter Real processTime(unit = "s") = 1 "Time that a message takes";
      extends AtomicDEVS(numIn = 2, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext(processTime = processTime);
      redeclare function Fout = out;
      redeclare function initState = initst;
      Interfaces.inPort IN "Begins, or goes on";
      Interfaces.inPort STOP "Halts";
      Interfaces.outPort outPort1 "The message, later";
    equation
      iEvent[1] = IN.event;
      iQueue[1] = IN.queue;
      iEvent[2] = STOP.event;
      iQueue[2] = STOP.queue;
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end wait;
  end Wait;
end Logic;
