within DEVSLib.SRC;
package DupEvent "Copies of messages on several ports"
  import Modelica.Constants.inf;

  record st "State"
    Integer phase "1: waits, 2: sends";
    Real sigma "Time to the next event";
    Integer q "Queue of messages to be sent";
  end st;

  function initst "Waits"
    output st out;
  algorithm
    out.phase := 1;
    out.sigma := inf;
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

  function ext "Messages to be sent at once"
    input st s;
    input Real e;
    input Integer bag;
    output st sout;
  algorithm
    sout := s;
    moveEvents(bag, s.q);
    sout.phase := 2;
    sout.sigma := 0;
  end ext;

  function out "Each message on each port, in the order of arrival"
    input st s;
    input Integer queue[nports];
    input Integer nports;
  protected
    stdEvent x;
  algorithm
    for i in 1:queueSize(s.q) loop
      x := readEvent(s.q, i);
      for k in 1:nports loop
        sendEvent(queue[k], x);
      end for;
    end for;
  end out;

  partial model copies "Base class: what is left are the output ports"
    extends AtomicDEVS(numIn = 1, redeclare record State = st);
    redeclare function Fint = int;
    redeclare function Fext = ext;
    redeclare function Fout = out;
    redeclare function initState = initst;
  end copies;

  model dupevent "Every message on two ports"
    extends copies(numOut = 2);
    Interfaces.inPort in1 "Messages";
    Interfaces.outPort out1 "Copies";
    Interfaces.outPort out2 "Copies";
  equation
    iEvent[1] = in1.event;
    iQueue[1] = in1.queue;
    oEvent[1] = out1.event;
    oQueue[1] = out1.queue;
    oEvent[2] = out2.event;
    oQueue[2] = out2.queue;
  end dupevent;

  model dupevent3 "Every message on three ports"
    extends copies(numOut = 3);
    Interfaces.inPort IN "Messages";
    Interfaces.outPort out1 "Copies";
    Interfaces.outPort out2 "Copies";
    Interfaces.outPort out3 "Copies";
  equation
    iEvent[1] = IN.event;
    iQueue[1] = IN.queue;
    oEvent[1] = out1.event;
    oQueue[1] = out1.queue;
    oEvent[2] = out2.event;
    oQueue[2] = out2.queue;
    oEvent[3] = out3.event;
    oQueue[3] = out3.queue;
  end dupevent3;

  model dupevent4 "Every message on four ports"
    extends copies(numOut = 4);
    Interfaces.inPort IN "Messages";
    Interfaces.outPort out1 "Copies";
    Interfaces.outPort out2 "Copies";
    Interfaces.outPort out3 "Copies";
    Interfaces.outPort out4 "Copies";
  equation
    iEvent[1] = IN.event;
    iQueue[1] = IN.queue;
    oEvent[1] = out1.event;
    oQueue[1] = out1.queue;
    oEvent[2] = out2.event;
    oQueue[2] = out2.queue;
    oEvent[3] = out3.event;
    oQueue[3] = out3.queue;
    oEvent[4] = out4.event;
    oQueue[4] = out4.queue;
  end dupevent4;

  model dupeventN "Every message on any number of ports"
    parameter Integer N = 2 "Output ports";
    extends copies(numOut = N);
    Interfaces.inPort IN "Messages";
    Interfaces.outPort OUT[N] "Copies";
  equation
    iEvent[1] = IN.event;
    iQueue[1] = IN.queue;
    for i in 1:N loop
      oEvent[i] = OUT[i].event;
      oQueue[i] = OUT[i].queue;
    end for;
  end dupeventN;

  model breakloop "Passes messages on; needed in loops by tools that solve couplings as equations"
    extends copies(numOut = 1);
    Interfaces.inPort IN "Messages";
    Interfaces.outPort OUT "The same messages";
  equation
    iEvent[1] = IN.event;
    iQueue[1] = IN.queue;
    oEvent[1] = OUT.event;
    oQueue[1] = OUT.queue;
  end breakloop;
end DupEvent;
