// Atomic DEVS models: a generator, a server for each of two lines, a signal that counts.
package Lines
  connector In
    flow Real event;
    Real queue;
    annotation(__modevs(port = "in"));
  end In;
  connector Out
    flow Real event;
    Real queue;
    annotation(__modevs(port = "out"));
  end Out;
  record Message
    Integer Port;
    Integer Type;
    Real Value;
  end Message;
  function send
    input Integer queue;
    input Message m;
    output Integer done;
  external "C" done = QAdd(queue, m.Port, m.Type, m.Value, 0);
  end send;
  record Nothing
  end Nothing;
  partial model Atomic
    parameter Integer numIn = 1;
    parameter Integer numOut = 1;
    replaceable record State = Nothing;
    State S;
  protected
    Real iEvent[numIn];
    Real iQueue[numIn];
    Real oEvent[numOut];
    Real oQueue[numOut];
  public
    replaceable function initState
      output State out;
    end initState;
    replaceable function Fint
      input State s;
      output State sout;
    end Fint;
    replaceable function Fext
      input State s;
      input Real e;
      input Integer bag;
      output State sout;
    end Fext;
    replaceable function Fout
      input State s;
      input Integer queue[nports];
      input Integer nports;
    end Fout;
    annotation(__modevs(devs = true));
  end Atomic;

  record Clock
    Real sigma;
    Integer n;
  end Clock;
  function first
    input Real period;
    output Clock out;
  algorithm
    out.sigma := period;
    out.n := 0;
  end first;
  function tick
    input Clock s;
    output Clock sout;
  algorithm
    sout.sigma := s.sigma;
    sout.n := s.n + 1;
  end tick;
  function say
    input Clock s;
    input Integer queue[nports];
    input Integer nports;
  protected
    Message m;
  algorithm
    m.Port := 0;
    m.Type := 1;
    m.Value := s.n;
    send(queue[nports], m);
  end say;
  model Generator
    parameter Real period = 1;
    extends Atomic(numIn = 0, numOut = 2, redeclare record State = Clock);
    redeclare function initState = first(period = period);
    redeclare function Fint = tick;
    redeclare function Fout = say;
    Out unused, out1;
  equation
    out1.event = oQueue[2];
    out1.queue = oEvent[2];
  end Generator;

  function hold
    input Clock s;
    input Real e;
    input Integer bag;
    input Real service;
    output Clock sout;
  algorithm
    sout.sigma := service;
    sout.n := s.n + 1;
  end hold;
  function done
    input Clock s;
    output Clock sout;
  algorithm
    sout.sigma := 1e60;
    sout.n := s.n;
  end done;
  model Server
    input Real service;
    extends Atomic(redeclare record State = Clock);
    redeclare function initState = first(period = 1e60);
    redeclare function Fint = done;
    redeclare function Fext = hold(service = 2 * service);
    redeclare function Fout = say;
    In in1;
    Out out1;
  equation
    in1.event = iEvent[1];
    in1.queue = iQueue[1];
    out1.event = oEvent[1];
    out1.queue = oQueue[1];
  end Server;
  model Line
    In enter;
    Out leave;
    Server server(service = 0.25);
  equation
    connect(enter, server.in1);
    connect(server.out1, leave);
  end Line;
  model Counter
    In inport annotation(__modevs(receive(Value = y, count = n)));
    discrete Real y(start = 0);
    Integer n(start = 0);
  end Counter;
  model Alarm
    Out outport annotation(__modevs(send(trigger = n, Value = time_of, Type = 3)));
    Integer n(start = 0, fixed = true);
    discrete Real time_of(start = 0, fixed = true);
  equation
    when time > 2.5 then
      n = pre(n) + 1;
      time_of = time;
    end when;
  end Alarm;
end Lines;

model Shop
  Lines.Generator generator(period = 1);
  Lines.Line line[2];
  Lines.Counter counter;
  Lines.Alarm alarm;
  Boolean busy = line[2].server.S.n > 1;
equation
  connect(generator.out1, line[1].enter);
  connect(generator.out1, line[2].enter);
  connect(alarm.outport, line[2].enter);
  connect(line[1].leave, counter.inport);
end Shop;
