package Messages "Messages are records of the user's own: sent, read in order and by index, kept in queues, and seen by equations"
  type Colour = enumeration(red, green, blue);
  record Point Real x; Real y; end Point;
  record Job "A message"
    Integer Port;
    Integer id;
    Real size[3];
    Boolean urgent;
    String name;
    Colour colour;
    Point at;
  end Job;
  package M = DEVSLib.SRC(redeclare record stdEvent = Job);
  record gst Real sigma; Integer n; end gst;
  function ginit output gst out; algorithm out.sigma := 1; out.n := 0; end ginit;
  function gint input gst s; output gst sout; algorithm sout := s; sout.n := s.n + 1; sout.sigma := if sout.n == 4 then 1e9 else 1; end gint;
  function gout input gst s; input Integer queue[nports]; input Integer nports;
  protected Job j;
  algorithm
    j := Job(Port = 0, id = s.n, size = {s.n, 2*s.n, 3*s.n}, urgent = mod(s.n, 2) == 1, name = "job " + String(s.n), colour = if s.n == 2 then Colour.blue else Colour.green, at = Point(s.n + 0.5, -1));
    M.sendEvent(queue[1], j);
    if s.n == 3 then
      j.id := 33;
      M.sendEvent(queue[1], j);
    end if;
  end gout;
  model Source
    extends M.AtomicDEVS(numIn = 0, redeclare record State = gst);
    redeclare function initState = ginit;
    redeclare function Fint = gint;
    redeclare function Fout = gout;
    M.Interfaces.outPort out1;
  equation
    oEvent[1] = out1.event;
    oQueue[1] = out1.queue;
  end Source;
  function getJob = DEVSLib.SRC.getEvent(redeclare record Message = Job);
  function readJob = DEVSLib.SRC.readEvent(redeclare record Message = Job);
  record sst Real sigma; Integer last; Real total; Integer urgents; String name; Colour colour; Real x; Integer port; Integer q; Integer count; end sst;
  function sinit output sst out; algorithm out := sst(1e9, 0, 0, 0, "", Colour.red, 0, 0, DEVSLib.SRC.CreateQueue(), 0); end sinit;
  function sext input sst s; input Real e; input Integer bag; output sst sout;
  protected Job j; Integer n;
  algorithm
    sout := s;
    n := DEVSLib.SRC.numEvents(bag);
    sout.count := s.count + n;
    j := readJob(bag, n);
    sout.last := j.id;
    for i in 1:n loop
      sout.port := DEVSLib.SRC.eventPort(bag);
      j := getJob(bag);
      sout.total := sout.total + sum(j.size);
      assert(j.name == "" or j.id < 100, "equations give no name");
      sout.urgents := sout.urgents + (if j.urgent then 1 else 0);
      sout.name := j.name;
      sout.colour := j.colour;
      sout.x := j.at.x;
      M.sendEventHVF(s.q, j, j.at.x);
    end for;
  end sext;
  model Sink
    extends DEVSLib.SRC.AtomicDEVS(numOut = 0, redeclare record State = sst);
    redeclare function initState = sinit;
    redeclare function Fext = sext;
    DEVSLib.SRC.Interfaces.inPort in1(redeclare record Message = Job);
  equation
    in1.event = iEvent[1];
    in1.queue = iQueue[1];
  end Sink;
  model Receiver "Equations"
    DEVSLib.SRC.Interfaces.inPort p(redeclare record Message = Job) annotation(__modevs(receive(id = id, size = size, urgent = urgent, colour = colour, at = at, count = n)));
    discrete Integer id(start = -1);
    discrete Real size[3](each start = 0);
    discrete Boolean urgent(start = false);
    Colour colour(start = Colour.red);
    Point at;
    Integer n(start = 0);
  end Receiver;
  model Sender
    DEVSLib.SRC.Interfaces.outPort p(redeclare record Message = Job) annotation(__modevs(send(trigger = n, id = 100 , size = {time0, 1, 2}, urgent = true, colour = Colour.blue, at = Point(1, 2))));
    Integer n(start = 0, fixed = true);
    discrete Real time0(start = 0, fixed = true);
  equation
    when sample(2.5, 10) then
      n = pre(n) + 1;
      time0 = time;
    end when;
  end Sender;
  model Test
    Source a;
    Sink b, c;
    Receiver r;
    Sender s;
    M.DupEvent.dupevent dup;
  equation
    connect(a.out1, dup.in1);
    connect(dup.out1, b.in1);
    connect(dup.out2, r.p);
    connect(s.p, c.in1);
    annotation(experiment(StopTime = 5));
  end Test;
end Messages;
