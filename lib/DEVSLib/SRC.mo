within DEVSLib;
package SRC "What atomic models are made of"
  package Interfaces "Ports"
    connector inPort "Input port: receives messages"
      flow Real event "Counts messages; modevs does not compute it";
      Real queue "Where messages wait; modevs does not compute it";
      annotation(__modevs(port = "in"));
    end inPort;

    connector outPort "Output port: sends messages"
      flow Real event "Counts messages; modevs does not compute it";
      Real queue "Where messages wait; modevs does not compute it";
      annotation(__modevs(port = "out"));
    end outPort;
  end Interfaces;

  record stdEvent "A message"
    Integer Port "Port on which it arrived, from 1";
    Integer Type "What it is about";
    Real Value "Its value";
  end stdEvent;

  record stdState "A state without anything in it"
  end stdState;

  partial model AtomicDEVS "Base class of atomic models"
    parameter Integer numIn = 1 "Input ports";
    parameter Integer numOut = 1 "Output ports";
    replaceable record State = stdState "What the model remembers";
    State S "Its state";
  protected
    Real iEvent[numIn] "One for each input port: event";
    Real iQueue[numIn] "One for each input port: queue";
    Real oEvent[numOut] "One for each output port: event";
    Real oQueue[numOut] "One for each output port: queue";
  public
    replaceable function initState "The state at the start"
      output State out;
    end initState;

    replaceable function Fint "Internal transition"
      input State s;
      output State sout;
    algorithm
      sout := s;
    end Fint;

    replaceable function Fext "External transition"
      input State s;
      input Real e "Time since the last transition";
      input Integer bag "The messages";
      output State sout;
    algorithm
      sout := s;
    end Fext;

    replaceable function Fcon "Confluent transition; unless redeclared internal, then external"
      input State s;
      input Real e "Time since the last transition";
      input Integer bag "The messages";
      output State sout;
    algorithm
      sout := s;
    end Fcon;

    replaceable function Fout "Output, before an internal or confluent transition"
      input State s;
      input Integer queue[nports] "Of each output port";
      input Integer nports "How many there are";
    end Fout;

    replaceable function Fta "Time until the next internal transition; unless redeclared sigma of the state"
      input State s;
      output Real sigma;
    algorithm
      sigma := 0;
    end Fta;
    annotation(__modevs(devs = true));
  end AtomicDEVS;

  function CreateQueue "A new queue of messages"
    output Integer q;
  external "C" q = QCreate();
  end CreateQueue;

  function sendEvent "Put a message at the end of a queue; on that of a port it is sent"
    input Integer queue;
    input stdEvent e;
    output Integer out;
  external "C" out = QAdd(queue, e.Port, e.Type, e.Value, 0);
  end sendEvent;

  function getEvent "Take a message out of a queue"
    input Integer queue;
    input Integer position = 1;
    output stdEvent e;
    output Integer out;
  external "C" out = QGetPos(queue, position, e.Port, e.Type, e.Value);
  end getEvent;

  function readEvent "Read a message and leave it there"
    input Integer queue;
    input Integer position = 1;
    output stdEvent e;
    output Integer out;
  external "C" out = QRead(queue, position, e.Port, e.Type, e.Value);
  end readEvent;

  function numEvents "How many messages there are"
    input Integer queue;
    output Integer out;
  external "C" out = QSize(queue);
  end numEvents;
end SRC;
