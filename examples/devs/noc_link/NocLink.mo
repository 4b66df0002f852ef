package NocLink "A link of an optical network on a chip: electrical ends as equations, light as messages"
  import DEVSLib.AuxModels;
  import DEVSLib.Random;
  import DEVSLib.SRC.*;
  import Modelica.Constants.inf;

  package Bits "Random bits"
    record st "State"
      Integer phase "1: sends";
      Real sigma "Time to the next bit";
      Integer bit "The next bit";
      Integer n "Bits so far";
      Random.Stream random "Random numbers";
    end st;

    function initst "Draws the first"
      input Integer seed;
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := 0;
      out.n := 0;
      (out.bit, out.random) := Random.discreteUniform(Random.initStream(seed), 0, 1);
    end initst;

    function int "Draws the next"
      input st s;
      input Real period;
      output st sout;
    algorithm
      sout := s;
      sout.n := s.n + 1;
      sout.sigma := period;
      (sout.bit, sout.random) := Random.discreteUniform(s.random, 0, 1);
    end int;

    function out "The bit"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[1], s.bit);
    end out;

    model bits "Sends random bits"
      parameter Real period(unit = "s") = 1e-9 "Time of a bit";
      parameter Integer seed = 1 "Of the random numbers";
      extends AtomicDEVS(numIn = 0, redeclare record State = st);
      redeclare function Fint = int(period = period);
      redeclare function Fout = out;
      redeclare function initState = initst(seed = seed);
      Interfaces.outPort outPort1 "Bits: 0 or 1";
    equation
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end bits;
  end Bits;

  package Delay "Every message later, any number of them on their way"
    record st "State"
      Integer phase "1: nothing on its way, 2: something";
      Real sigma "Time to the next event";
      Integer q "Messages on their way, in order of arrival, with the instant of arrival as order value";
      Real clock "Time of the last transition";
    end st;

    function initst "Nothing on its way"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.q := CreateQueue();
      out.clock := 0;
    end initst;

    function next "Until the first arrives"
      input st s;
      output st sout;
    algorithm
      sout := s;
      sout.phase := if numEvents(s.q) > 0 then 2 else 1;
      sout.sigma := if numEvents(s.q) > 0 then eventOrder(s.q, 1) - s.clock else inf;
    end next;

    function int "The first has arrived"
      input st s;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.clock := eventOrder(s.q, 1);
      x := getEvent(s.q);
      sout := next(sout);
    end int;

    function ext "Messages set out"
      input st s;
      input Real e;
      input Integer bag;
      input Real delay;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.clock := s.clock + e;
      for i in 1:numEvents(bag) loop
        x := getEvent(bag);
        sendEventLVF(s.q, x, sout.clock + delay);
      end for;
      sout := next(sout);
    end ext;

    function out "The first"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    protected
      stdEvent x;
    algorithm
      x := readEvent(s.q, 1);
      sendEvent(queue[1], x);
    end out;

    model delay "Messages arrive later"
      parameter Real delay(unit = "s") = 1 "How much later";
      extends AtomicDEVS(redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext(delay = delay);
      redeclare function Fout = out;
      redeclare function initState = initst;
      Interfaces.inPort inPort1 "Messages";
      Interfaces.outPort outPort1 "The same, later";
    equation
      iEvent[1] = inPort1.event;
      iQueue[1] = inPort1.queue;
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end delay;
  end Delay;

  package Compare "Bits that were sent and the level that was received"
    record st "State"
      Integer phase "1: compares";
      Real sigma "Never ends by itself";
      Real level "Received";
      Integer bits "Compared so far";
      Integer errors "That differed";
    end st;

    function initst "Nothing compared"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.level := 0;
      out.bits := 0;
      out.errors := 0;
    end initst;

    function ext "Levels on port 2, then bits to compare with on port 1"
      input st s;
      input Real e;
      input Integer bag;
      output st sout;
    protected
      stdEvent x;
      Integer n = numEvents(bag);
    algorithm
      sout := s;
      for i in 1:n loop
        x := readEvent(bag, i);
        if x.Port == 2 then
          sout.level := x.Value;
        end if;
      end for;
      for i in 1:n loop
        x := readEvent(bag, i);
        if x.Port == 1 then
          sout.bits := sout.bits + 1;
          sout.errors := sout.errors + (if abs(x.Value - sout.level) > 0.5 then 1 else 0);
        end if;
      end for;
    end ext;

    model compare "Counts wrong bits"
      extends AtomicDEVS(numIn = 2, numOut = 0, redeclare record State = st);
      redeclare function Fext = ext;
      redeclare function initState = initst;
      Interfaces.inPort sent "Bits, late enough to be compared";
      Interfaces.inPort received "Levels, when they change";
    equation
      iEvent[1] = sent.event;
      iQueue[1] = sent.queue;
      iEvent[2] = received.event;
      iQueue[2] = received.queue;
    end compare;
  end Compare;

  model Link "Driver, laser, waveguide, photodiode and amplifier"
    parameter Real period(unit = "s") = 1e-9 "Time of a bit";
    parameter Real tauDriver(unit = "s") = 0.1e-9 "Time constant of the driver";
    parameter Real tauAmplifier(unit = "s") = 0.1e-9 "Time constant of the amplifier";
    parameter Real flight(unit = "s") = 2.3e-9 "Time in the waveguide";
    parameter Real I0(unit = "A") = 5e-3 "Current of a one";
    parameter Real threshold(unit = "A") = 2.5e-3 "Current at which the laser begins";
    parameter Real Ip(unit = "A") = 0.1e-3 "Current of the lit photodiode";
    parameter Real Rt(unit = "Ohm") = 5000 "Transimpedance of the amplifier";
    Real i(start = 0, fixed = true, unit = "A") "Current of the laser";
    Real v(start = 0, fixed = true, unit = "V") "Voltage of the amplifier";
    Bits.bits source(period = period);
    AuxModels.DIBO driver "Is the bit a one?";
    AuxModels.CrossUP lit(Value = threshold, u = i);
    AuxModels.CrossDOWN dark(Value = threshold, u = i);
    AuxModels.SetValue one(Value = 1), zero(Value = 0);
    Delay.delay waveguide(delay = flight);
    AuxModels.DIBO photodiode "Is there light?";
    AuxModels.CrossUP high(Value = Rt*Ip/2, u = v);
    AuxModels.CrossDOWN low(Value = Rt*Ip/2, u = v);
    AuxModels.SetValue up(Value = 1), down(Value = 0);
    Delay.delay memory(delay = flight + period/2) "Bits until the middle of their time at the other end";
    Compare.compare check;
  equation
    tauDriver*der(i) = (if driver.change then I0 else 0) - i;
    tauAmplifier*der(v) = (if photodiode.change then Rt*Ip else 0) - v;
    connect(source.outPort1, driver.inport);
    connect(lit.outport, one.inPort1);
    connect(dark.outport, zero.inPort1);
    connect(one.outPort1, waveguide.inPort1);
    connect(zero.outPort1, waveguide.inPort1);
    connect(waveguide.outPort1, photodiode.inport);
    connect(high.outport, up.inPort1);
    connect(low.outport, down.inPort1);
    connect(source.outPort1, memory.inPort1);
    connect(memory.outPort1, check.sent);
    connect(up.outPort1, check.received);
    connect(down.outPort1, check.received);
    annotation(experiment(StopTime = 1e-6));
  end Link;

  model Slow "The same with a driver that is too slow for the bits"
    extends Link(tauDriver = 1e-9);
    annotation(experiment(StopTime = 1e-6));
  end Slow;
end NocLink;
