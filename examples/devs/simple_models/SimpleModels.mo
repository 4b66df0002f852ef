package SimpleModels "Small models of the theory of DEVS (paper 004, 5.1 and 8.1)"
  import DEVSLib.AuxModels;
  import DEVSLib.SRC.*;
  import Modelica.Constants.inf;

  package Switch "Two inputs, two outputs, connected straight and crosswise in turn"
    record st "State"
      Integer phase "1: waits, 2: sends";
      Real sigma "Time to the next event";
      Boolean straight "How the next message goes";
      Integer q "Messages to be sent, with the port to send them on";
    end st;

    function initst "Waits"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.straight := true;
      out.q := CreateQueue();
    end initst;

    function int "All are sent"
      input st s;
      output st sout;
    algorithm
      sout := s;
      clearEvents(s.q);
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function ext "Every message turns the switch over"
      input st s;
      input Real e;
      input Integer bag;
      input Real switchTime;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      for i in 1:numEvents(bag) loop
        x := getEvent(bag);
        if not sout.straight then
          x.Port := 3 - x.Port;
        end if;
        sendEvent(s.q, x);
        sout.straight := not sout.straight;
      end for;
      sout.sigma := if s.phase == 2 then s.sigma - e else switchTime;
      sout.phase := 2;
    end ext;

    function out "Each message on its port"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    protected
      stdEvent x;
    algorithm
      for i in 1:numEvents(s.q) loop
        x := readEvent(s.q, i);
        sendEvent(queue[x.Port], x);
      end for;
    end out;

    model switch "Messages go straight and crosswise in turn"
      parameter Real switchTime(unit = "s") = 0 "Time that it takes";
      extends AtomicDEVS(numIn = 2, numOut = 2, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext(switchTime = switchTime);
      redeclare function Fout = out;
      redeclare function initState = initst;
      Interfaces.inPort in1, in2 "Messages";
      Interfaces.outPort out1, out2 "Messages";
    equation
      iEvent[1] = in1.event;
      iQueue[1] = in1.queue;
      iEvent[2] = in2.event;
      iQueue[2] = in2.queue;
      oEvent[1] = out1.event;
      oQueue[1] = out1.queue;
      oEvent[2] = out2.event;
      oQueue[2] = out2.queue;
    end switch;
  end Switch;

  model Pipe "Three processors in a row"
    parameter Real p1(unit = "s") = 1 "Time of the first";
    parameter Real p2(unit = "s") = 1 "Time of the second";
    parameter Real p3(unit = "s") = 1 "Time of the third";
    Interfaces.inPort inPort1 "Messages";
    Interfaces.outPort outPort1 "The same, later";
    AuxModels.Processor first(processTime = p1), second(processTime = p2), third(processTime = p3);
  equation
    connect(inPort1, first.inPort1);
    connect(first.outPort1, second.inPort1);
    connect(second.outPort1, third.inPort1);
    connect(third.outPort1, outPort1);
  end Pipe;

  model NetSwitch "A switch before two processors"
    parameter Real p1(unit = "s") = 1 "Time of the one";
    parameter Real p2(unit = "s") = 1 "Time of the other";
    Interfaces.inPort inPort1 "Messages";
    Interfaces.outPort outPort1 "The same, later";
    Switch.switch switch;
    AuxModels.Processor one(processTime = p1), other(processTime = p2);
  equation
    connect(inPort1, switch.in1);
    connect(switch.out1, one.inPort1);
    connect(switch.out2, other.inPort1);
    connect(one.outPort1, outPort1);
    connect(other.outPort1, outPort1);
  end NetSwitch;

  model OneProcessor "A processor that is slower than the messages: every second one is lost"
    AuxModels.Generator generator(period = 1);
    AuxModels.Processor processor(processTime = 1.5);
    AuxModels.Display display;
  equation
    connect(generator.outPort1, processor.inPort1);
    connect(processor.outPort1, display.inPort1);
    annotation(experiment(StopTime = 20.25));
  end OneProcessor;

  model Confluent "A processor as fast as the messages: each comes when the one before is done, none is lost"
    AuxModels.Generator generator(period = 1);
    AuxModels.Processor processor(processTime = 1);
    AuxModels.Display display;
  equation
    connect(generator.outPort1, processor.inPort1);
    connect(processor.outPort1, display.inPort1);
    annotation(experiment(StopTime = 20.25));
  end Confluent;

  model PipeLine "Messages through a pipe"
    AuxModels.Generator generator(period = 1.25);
    Pipe pipe;
    AuxModels.Display display;
  equation
    connect(generator.outPort1, pipe.inPort1);
    connect(pipe.outPort1, display.inPort1);
    annotation(experiment(StopTime = 20.25));
  end PipeLine;

  model TwoServers "A switch shares messages between two processors: none is lost"
    AuxModels.Generator generator(period = 1);
    NetSwitch net(p1 = 1.5, p2 = 1.75);
    AuxModels.Display display;
  equation
    connect(generator.outPort1, net.inPort1);
    connect(net.outPort1, display.inPort1);
    annotation(experiment(StopTime = 20.25));
  end TwoServers;

  model Loop "Processor and switch in a loop (paper 004, Fig. 4): a message goes round until the switch lets it out"
    parameter Real processTime(unit = "s") = 0.5 "Time of a round";
    AuxModels.Generator generator(period = 2);
    Switch.switch switch;
    AuxModels.Processor proc(processTime = processTime);
    AuxModels.Display display;
  equation
    connect(generator.outPort1, switch.in2);
    connect(switch.out1, proc.inPort1);
    connect(proc.outPort1, switch.in1);
    connect(switch.out2, display.inPort1);
    annotation(experiment(StopTime = 20.25));
  end Loop;

  model LoopBroken "The same loop with the paper's BreakLoop"
    parameter Real processTime(unit = "s") = 0.5 "Time of a round";
    AuxModels.Generator generator(period = 2);
    Switch.switch switch;
    AuxModels.Processor proc(processTime = processTime);
    AuxModels.BreakLoop breakLoop;
    AuxModels.Display display;
  equation
    connect(generator.outPort1, switch.in2);
    connect(switch.out1, breakLoop.IN);
    connect(breakLoop.OUT, proc.inPort1);
    connect(proc.outPort1, switch.in1);
    connect(switch.out2, display.inPort1);
    annotation(experiment(StopTime = 20.25));
  end LoopBroken;
end SimpleModels;
