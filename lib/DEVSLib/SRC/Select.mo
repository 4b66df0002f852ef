within DEVSLib.SRC;
package Select "Messages on one of two ports, by a condition"
  import Modelica.Constants.inf;

  record st "State"
    Integer phase "1: waits, 2: sends";
    Real sigma "Time to the next event";
    Integer q "Queue of messages to be sent";
    Integer port "Port on which they are sent";
  end st;

  function initst "Waits"
    output st out;
  algorithm
    out.phase := 1;
    out.sigma := inf;
    out.q := CreateQueue();
    out.port := 1;
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

  function ext "Messages to be sent at once, where the condition says"
    input st s;
    input Real e;
    input Integer bag;
    input Boolean c;
    output st sout;
  algorithm
    sout := s;
    moveEvents(bag, s.q);
    sout.port := if c then 1 else 2;
    sout.phase := 2;
    sout.sigma := 0;
  end ext;

  function out "All messages on one port"
    input st s;
    input Integer queue[nports];
    input Integer nports;
  protected
    stdEvent x;
  algorithm
    for i in 1:queueSize(s.q) loop
      x := readEvent(s.q, i);
      sendEvent(queue[s.port], x);
    end for;
  end out;

  model select "Messages leave on the first port while the condition holds, otherwise on the second"
    replaceable Boolean Condition = true "Is read when messages arrive";
    extends AtomicDEVS(numOut = 2, redeclare record State = st);
    redeclare function Fint = int;
    redeclare function Fext = ext(c = Condition);
    redeclare function Fout = out;
    redeclare function initState = initst;
    Interfaces.inPort in1 "Messages";
    Interfaces.outPort out1 "While the condition holds";
    Interfaces.outPort out2 "While it does not";
  equation
    iEvent[1] = in1.event;
    iQueue[1] = in1.queue;
    oEvent[1] = out1.event;
    oQueue[1] = out1.queue;
    oEvent[2] = out2.event;
    oQueue[2] = out2.queue;
  end select;
end Select;
