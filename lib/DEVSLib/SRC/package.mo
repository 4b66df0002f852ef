within DEVSLib;
package SRC "What atomic models are made of"
  package Interfaces "Ports"
    connector inPort "Input port: receives messages"
      flow Real event "Counts messages; modevs does not compute it";
      Real queue "Where messages wait; modevs does not compute it";
      replaceable record Message = stdEvent constrainedby anyEvent "What messages are";
      annotation(__modevs(port = "in"));
    end inPort;

    connector outPort "Output port: sends messages"
      flow Real event "Counts messages; modevs does not compute it";
      Real queue "Where messages wait; modevs does not compute it";
      replaceable record Message = stdEvent constrainedby anyEvent "What messages are";
      annotation(__modevs(port = "out"));
    end outPort;
  end Interfaces;

  record anyEvent "What messages must have: nothing"
  end anyEvent;

  replaceable record stdEvent "A message"
    Integer Port "Port on which it arrived, from 1";
    Integer Type "What it is about";
    Real Value "Its value";
  end stdEvent constrainedby anyEvent;

  record stdState "A state without anything in it"
  end stdState;

  partial model AtomicDEVS "Base class of atomic models"
    parameter String name = "AtomicDEVS" "What the model calls itself; nothing depends on it";
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
      sigma := Modelica.Constants.inf;
    end Fta;
    annotation(__modevs(devs = true));
  end AtomicDEVS;

  function CreateQueue "A new queue of messages"
    output Integer q "Its number";
  external "C" q = QCreate();
  end CreateQueue;

  function sendEvent "Put a message at the end of a queue; on that of a port it is sent"
    replaceable record Message = stdEvent constrainedby anyEvent "What it is";
    input Integer queue "The queue";
    input Message e "The message";
    output Integer out "1";
  external "C" out = QAdd(queue, e);
  end sendEvent;

  function sendEventLIFO "Put a message at the beginning of a queue"
    replaceable record Message = stdEvent constrainedby anyEvent "What it is";
    input Integer queue "The queue";
    input Message e "The message";
    output Integer out "1";
  external "C" out = QAddFirst(queue, e);
  end sendEventLIFO;

  function sendEventLVF "Put a message into a queue, the lowest order value first"
    replaceable record Message = stdEvent constrainedby anyEvent "What it is";
    input Integer queue "The queue";
    input Message e "The message";
    input Real value "Its order value";
    output Integer out "1";
  external "C" out = QAddLVF(queue, e, value);
  end sendEventLVF;

  function sendEventHVF "Put a message into a queue, the highest order value first"
    replaceable record Message = stdEvent constrainedby anyEvent "What it is";
    input Integer queue "The queue";
    input Message e "The message";
    input Real value "Its order value";
    output Integer out "1";
  external "C" out = QAddHVF(queue, e, value);
  end sendEventHVF;

  function getEvent "Take a message out of a queue"
    replaceable record Message = stdEvent constrainedby anyEvent "What it is";
    input Integer queue "The queue";
    input Integer position = 1 "Which of its messages, from 1";
    output Message e "The message";
    output Integer out "1";
  external "C" out = QGetPos(queue, position, e);
  end getEvent;

  function readEvent "Read a message and leave it there"
    replaceable record Message = stdEvent constrainedby anyEvent "What it is";
    input Integer queue "The queue";
    input Integer position = 1 "Which of its messages, from 1";
    output Message e "The message";
    output Integer out "1";
  external "C" out = QRead(queue, position, e);
  end readEvent;

  function numEvents "How many messages there are; none in a queue that was never made"
    input Integer queue "The queue";
    output Integer out "Messages in it";
  external "C" out = QCount(queue);
  end numEvents;

  function eventPort "The port on which a message of the bag has come, whatever it is"
    input Integer queue "The queue";
    input Integer position = 1 "Which of its messages, from 1";
    output Integer port "From 1; 0: it has not come on a port";
  external "C" port = QEventPort(queue, position);
  end eventPort;

  function queueSize "How many messages there are"
    input Integer queue "The queue";
    output Integer out "Messages in it";
  external "C" out = QSize(queue);
  end queueSize;

  function eventOrder "The order value that a message was put into a queue with"
    input Integer queue "The queue";
    input Integer position = 1 "Which of its messages, from 1";
    output Real out "Its order value";
  external "C" out = QEventOrder(queue, position);
  end eventOrder;

  function moveEvents "Take all messages of one queue to the end of another"
    input Integer source "Empty afterwards";
    input Integer queue "Has them afterwards";
    output Integer n "How many they were";
  protected
    stdEvent x;
  algorithm
    n := queueSize(source);
    for i in 1:n loop
      x := getEvent(source);
      sendEvent(queue, x);
    end for;
  end moveEvents;

  function clearEvents "Throw away the messages of a queue"
    input Integer queue "Empty afterwards";
    output Integer n "How many they were";
  protected
    stdEvent x;
  algorithm
    n := queueSize(queue);
    for i in 1:n loop
      x := getEvent(queue);
    end for;
  end clearEvents;

  function sendValue "Send one message"
    input Integer queue "Of the output port";
    input Real value "Value of the message";
    input Integer kind = 1 "Type of the message";
    output Integer out "How many there are then";
  external "C" out = QAdd(queue, 1, kind, value, 0);
  end sendValue;

  model breakloop = DupEvent.breakloop "Passes messages on";
end SRC;
