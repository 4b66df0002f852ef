package TwoTanks "Two tanks under a controller of buttons and levels (paper 004, 11.1)"
  import DEVSLib.AuxModels;
  import DEVSLib.SRC.*;
  import Modelica.Constants.inf;

  model Plant "A source, two tanks one behind the other, and three valves"
    parameter Real maxflow(unit = "m3/s") = 1 "What comes through the first valve";
    parameter Real A(unit = "m2") = 1 "Cross section of each tank";
    parameter Real a(unit = "m2") = 0.2 "Cross section of each drain";
    parameter Real g(unit = "m/s2") = 9.80665 "Gravity";
    input Boolean v1 "Into the first tank";
    input Boolean v2 "From the first tank to the second";
    input Boolean v3 "Out of the second tank";
    Real level1(start = 0, fixed = true, unit = "m") "Of the first tank";
    Real level2(start = 0, fixed = true, unit = "m") "Of the second tank";
    Real q1(unit = "m3/s") "Flow through the first valve";
    Real q2(unit = "m3/s") "Flow through the second valve";
    Real q3(unit = "m3/s") "Flow through the third valve";
  equation
    q1 = if v1 then maxflow else 0;
    q2 = if v2 then a*sqrt(2*g*noEvent(max(level1, 0))) else 0;
    q3 = if v3 then a*sqrt(2*g*noEvent(max(level2, 0))) else 0;
    A*der(level1) = q1 - q2;
    A*der(level2) = q2 - q3;
  end Plant;

  partial model Controlled "Plant, buttons, and the interfaces of a controller that works with messages"
    parameter Real limit(unit = "m") = 0.98 "Level at which the first tank is full";
    parameter Real rest(unit = "m") = 0.001 "Level below which a tank is empty";
    Plant plant(v1 = valve1.change, v2 = valve2.change, v3 = valve3.change);
    AuxModels.Generator start "Button: begin, or go on";
    AuxModels.Generator stop(firstGeneration = inf) "Button: close all valves and wait";
    AuxModels.Generator shut(firstGeneration = inf) "Button: give up and empty the tanks";
    AuxModels.CrossUP full1(Value = limit, EType = 1, u = plant.level1);
    AuxModels.CrossDOWN empty1(Value = rest, EType = 2, u = plant.level1);
    AuxModels.CrossUP some1(Value = rest, EType = 3, u = plant.level1);
    AuxModels.CrossDOWN empty2(Value = rest, EType = 2, u = plant.level2);
    AuxModels.CrossUP some2(Value = rest, EType = 3, u = plant.level2);
    AuxModels.DIBO valve1, valve2, valve3 "Open?";
  end Controlled;

  package Control "The controller as one atomic model"
    record st "State"
      Integer phase "0: idle, 1: fill 1, 2: wait 1, 3: fill 2, 4: wait 2, 5: empty, 6: shut";
      Boolean stopped "Stopped in that phase";
      Real sigma "Time to the next event";
      Real left "Time that is left of a wait";
      Boolean empty1 "First tank";
      Boolean empty2 "Second tank";
      Boolean announce "Valves have to be told";
    end st;

    function initst "Idle, with empty tanks"
      output st out;
    algorithm
      out.phase := 0;
      out.stopped := false;
      out.sigma := inf;
      out.left := inf;
      out.empty1 := true;
      out.empty2 := true;
      out.announce := false;
    end initst;

    function enter "A phase, from its beginning"
      input st s;
      input Integer phase;
      input Real waitTime;
      output st sout;
    algorithm
      sout := s;
      sout.phase := phase;
      sout.stopped := false;
      sout.left := if phase == 2 or phase == 4 then waitTime else inf;
      sout.announce := true;
      sout.sigma := 0;
    end enter;

    function int "After the valves have been told, the phase; after a wait, the next"
      input st s;
      input Real waitTime;
      output st sout;
    algorithm
      if s.announce then
        sout := s;
        sout.announce := false;
        sout.sigma := if s.stopped then inf else s.left;
      else
        sout := enter(s, s.phase + 1, waitTime);
      end if;
    end int;

    function ext "Buttons on ports 1 to 3, levels on ports 4 and 5"
      input st s;
      input Real e;
      input Integer bag;
      input Real waitTime;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.sigma := s.sigma - e;
      if not s.stopped and not s.announce then
        sout.left := s.left - e;
      end if;
      for i in 1:numEvents(bag) loop
        x := getEvent(bag);
        if x.Port == 4 then
          sout.empty1 := x.Type == 2 or x.Type == 1 and sout.empty1;
        elseif x.Port == 5 then
          sout.empty2 := x.Type == 2;
        end if;
        if x.Port == 1 and sout.phase == 0 then
          sout := enter(sout, 1, waitTime);
        elseif x.Port == 1 and sout.stopped then
          sout.stopped := false;
          sout.announce := true;
          sout.sigma := 0;
        elseif x.Port == 2 and sout.phase >= 1 and sout.phase <= 5 and not sout.stopped then
          sout.stopped := true;
          sout.announce := true;
          sout.sigma := 0;
        elseif x.Port == 3 and sout.stopped then
          sout := enter(sout, if sout.empty1 and sout.empty2 then 0 else 6, waitTime);
        elseif x.Port == 4 and x.Type == 1 and sout.phase == 1 and not sout.stopped then
          sout := enter(sout, 2, waitTime);
        elseif x.Port == 4 and x.Type == 2 and sout.phase == 3 and not sout.stopped then
          sout := enter(sout, 4, waitTime);
        elseif x.Port == 5 and x.Type == 2 and sout.phase == 5 and not sout.stopped then
          sout := enter(sout, 0, waitTime);
        elseif x.Port >= 4 and sout.phase == 6 and sout.empty1 and sout.empty2 then
          sout := enter(sout, 0, waitTime);
        end if;
      end for;
    end ext;

    function out "The valves of a phase; none while stopped"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      if s.announce then
        sendValue(queue[1], if not s.stopped and s.phase == 1 then 1 else 0);
        sendValue(queue[2], if not s.stopped and (s.phase == 3 or s.phase == 6) then 1 else 0);
        sendValue(queue[3], if not s.stopped and (s.phase == 5 or s.phase == 6) then 1 else 0);
      end if;
    end out;

    model controller "The controller"
      parameter Real waitTime(unit = "s") = 3 "Time to wait with a full tank";
      extends AtomicDEVS(numIn = 5, numOut = 3, redeclare record State = st);
      redeclare function Fint = int(waitTime = waitTime);
      redeclare function Fext = ext(waitTime = waitTime);
      redeclare function Fout = out;
      redeclare function initState = initst;
      Interfaces.inPort START, STOP, SHUT "Buttons";
      Interfaces.inPort L1, L2 "Levels: Type 1 full, 2 empty, 3 no longer empty";
      Interfaces.outPort Valve1, Valve2, Valve3 "1: open, 0: close";
    equation
      iEvent[1] = START.event;
      iQueue[1] = START.queue;
      iEvent[2] = STOP.event;
      iQueue[2] = STOP.queue;
      iEvent[3] = SHUT.event;
      iQueue[3] = SHUT.queue;
      iEvent[4] = L1.event;
      iQueue[4] = L1.queue;
      iEvent[5] = L2.event;
      iQueue[5] = L2.queue;
      oEvent[1] = Valve1.event;
      oQueue[1] = Valve1.queue;
      oEvent[2] = Valve2.event;
      oQueue[2] = Valve2.queue;
      oEvent[3] = Valve3.event;
      oQueue[3] = Valve3.queue;
    end controller;
  end Control;

  package Phase "A phase of the process: runs until its end comes, can be stopped and given up"
    record st "State"
      Integer phase "0: not this one, 1: runs, 2: stopped";
      Real sigma "Time to the next event";
      Real left "Time that is left until it ends by itself";
      Integer tell "What is to be sent: 0 nothing, 1 that it runs, 2 that it does not, 3 and that it has ended, 4 and that it is given up";
    end st;

    function initst "At rest, or running"
      input Boolean initially;
      input Real duration;
      output st out;
    algorithm
      out.phase := if initially then 1 else 0;
      out.left := duration;
      out.sigma := if initially then duration else inf;
      out.tell := 0;
    end initst;

    function int "After telling, the phase; after its time, its end"
      input st s;
      output st sout;
    algorithm
      sout := s;
      if s.tell > 0 then
        sout.tell := 0;
        sout.sigma := if s.phase == 1 then s.left else inf;
      else
        sout.phase := 0;
        sout.tell := 3;
        sout.sigma := 0;
      end if;
    end int;

    function ext "GO, END, HALT, RESUME, ABORT"
      input st s;
      input Real e;
      input Integer bag;
      input Real duration;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.sigma := s.sigma - e;
      if s.phase == 1 and s.tell == 0 then
        sout.left := s.left - e;
      end if;
      for i in 1:numEvents(bag) loop
        x := getEvent(bag);
        if x.Port == 1 and sout.phase == 0 then
          sout.phase := 1;
          sout.left := duration;
          sout.tell := 1;
          sout.sigma := 0;
        elseif x.Port == 2 and sout.phase == 1 then
          sout.phase := 0;
          sout.tell := 3;
          sout.sigma := 0;
        elseif x.Port == 3 and sout.phase == 1 then
          sout.phase := 2;
          sout.tell := 2;
          sout.sigma := 0;
        elseif x.Port == 4 and sout.phase == 2 then
          sout.phase := 1;
          sout.tell := 1;
          sout.sigma := 0;
        elseif x.Port == 5 and sout.phase == 2 then
          sout.phase := 0;
          sout.tell := 4;
          sout.sigma := 0;
        end if;
      end for;
    end ext;

    function out "Whether it runs, and why it has ended"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      if s.tell > 0 then
        sendValue(queue[1], if s.tell == 1 then 1 else 0);
      end if;
      if s.tell == 3 then
        sendValue(queue[2], 1);
      elseif s.tell == 4 then
        sendValue(queue[3], 1);
      end if;
    end out;

    model step "A phase"
      parameter Boolean initially = false "Does it run at the start?";
      parameter Real duration(unit = "s") = inf "It ends by itself after this time";
      extends AtomicDEVS(numIn = 5, numOut = 3, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext(duration = duration);
      redeclare function Fout = out;
      redeclare function initState = initst(initially = initially, duration = duration);
      Interfaces.inPort GO "Begins";
      Interfaces.inPort END "Ends";
      Interfaces.inPort HALT "Stops";
      Interfaces.inPort RESUME "Goes on";
      Interfaces.inPort ABORT "Gives up, if stopped";
      Interfaces.outPort RUNS "1 or 0";
      Interfaces.outPort NEXT "Has ended";
      Interfaces.outPort ABORTED "Is given up";
    equation
      iEvent[1] = GO.event;
      iQueue[1] = GO.queue;
      iEvent[2] = END.event;
      iQueue[2] = END.queue;
      iEvent[3] = HALT.event;
      iQueue[3] = HALT.queue;
      iEvent[4] = RESUME.event;
      iQueue[4] = RESUME.queue;
      iEvent[5] = ABORT.event;
      iQueue[5] = ABORT.queue;
      oEvent[1] = RUNS.event;
      oQueue[1] = RUNS.queue;
      oEvent[2] = NEXT.event;
      oQueue[2] = NEXT.queue;
      oEvent[3] = ABORTED.event;
      oQueue[3] = ABORTED.queue;
    end step;
  end Phase;

  package Both "Are both tanks empty?"
    record st "State"
      Integer phase "1: waits, 2: says yes";
      Real sigma "Time to the next event";
      Boolean empty1 "First tank";
      Boolean empty2 "Second tank";
    end st;

    function initst "Both empty"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.empty1 := true;
      out.empty2 := true;
    end initst;

    function int "Waits again"
      input st s;
      output st sout;
    algorithm
      sout := s;
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function ext "Levels on ports 1 and 2, a question on port 3"
      input st s;
      input Real e;
      input Integer bag;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      for i in 1:numEvents(bag) loop
        x := getEvent(bag);
        if x.Port == 1 then
          sout.empty1 := x.Type == 2 or x.Type == 1 and sout.empty1;
        elseif x.Port == 2 then
          sout.empty2 := x.Type == 2;
        end if;
      end for;
      if sout.empty1 and sout.empty2 then
        sout.phase := 2;
        sout.sigma := 0;
      end if;
    end ext;

    function out "Yes"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[1], 1);
    end out;

    model both "Says when both tanks are empty"
      extends AtomicDEVS(numIn = 3, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext;
      redeclare function Fout = out;
      redeclare function initState = initst;
      Interfaces.inPort L1, L2 "Levels";
      Interfaces.inPort ASK "Question";
      Interfaces.outPort YES "Both are empty";
    equation
      iEvent[1] = L1.event;
      iQueue[1] = L1.queue;
      iEvent[2] = L2.event;
      iQueue[2] = L2.queue;
      iEvent[3] = ASK.event;
      iQueue[3] = ASK.queue;
      oEvent[1] = YES.event;
      oQueue[1] = YES.queue;
    end both;
  end Both;

  model CoupledController "The controller as a coupled model: one component for each phase"
    parameter Real waitTime(unit = "s") = 3 "Time to wait with a full tank";
    Interfaces.inPort START, STOP, SHUT "Buttons";
    Interfaces.inPort L1, L2 "Levels: Type 1 full, 2 empty, 3 no longer empty";
    Interfaces.outPort Valve1, Valve2, Valve3 "1: open, 0: close";
    Phase.step idle(initially = true);
    Phase.step fill1, wait1(duration = waitTime), fill2, wait2(duration = waitTime), empty, shut;
    AuxModels.IfType isFull(condition = 1), isEmpty1(condition = 2), isEmpty2(condition = 2);
    Both.both both;
  equation
    connect(START, idle.END);
    connect(idle.NEXT, fill1.GO);
    connect(fill1.NEXT, wait1.GO);
    connect(wait1.NEXT, fill2.GO);
    connect(fill2.NEXT, wait2.GO);
    connect(wait2.NEXT, empty.GO);
    connect(empty.NEXT, idle.GO);
    connect(shut.NEXT, idle.GO);
    // What ends a phase
    connect(L1, isFull.in1);
    connect(isFull.out1, fill1.END);
    connect(isFull.out2, isEmpty1.in1);
    connect(isEmpty1.out1, fill2.END);
    connect(L2, isEmpty2.in1);
    connect(isEmpty2.out1, empty.END);
    connect(L1, both.L1);
    connect(L2, both.L2);
    connect(shut.RUNS, both.ASK);
    connect(both.YES, shut.END);
    // Buttons
    connect(STOP, fill1.HALT);
    connect(STOP, wait1.HALT);
    connect(STOP, fill2.HALT);
    connect(STOP, wait2.HALT);
    connect(STOP, empty.HALT);
    connect(START, fill1.RESUME);
    connect(START, wait1.RESUME);
    connect(START, fill2.RESUME);
    connect(START, wait2.RESUME);
    connect(START, empty.RESUME);
    connect(SHUT, fill1.ABORT);
    connect(SHUT, wait1.ABORT);
    connect(SHUT, fill2.ABORT);
    connect(SHUT, wait2.ABORT);
    connect(SHUT, empty.ABORT);
    connect(fill1.ABORTED, shut.GO);
    connect(wait1.ABORTED, shut.GO);
    connect(fill2.ABORTED, shut.GO);
    connect(wait2.ABORTED, shut.GO);
    connect(empty.ABORTED, shut.GO);
    // Valves
    connect(fill1.RUNS, Valve1);
    connect(fill2.RUNS, Valve2);
    connect(empty.RUNS, Valve3);
    connect(shut.RUNS, Valve2);
    connect(shut.RUNS, Valve3);
  end CoupledController;

  model CopiesController "The same, with DUP and BreakLoop wherever one port leads to several or back"
    parameter Real waitTime(unit = "s") = 3 "Time to wait with a full tank";
    Interfaces.inPort START, STOP, SHUT "Buttons";
    Interfaces.inPort L1, L2 "Levels: Type 1 full, 2 empty, 3 no longer empty";
    Interfaces.outPort Valve1, Valve2, Valve3 "1: open, 0: close";
    Phase.step idle(initially = true);
    Phase.step fill1, wait1(duration = waitTime), fill2, wait2(duration = waitTime), empty, shut;
    AuxModels.IfType isFull(condition = 1), isEmpty1(condition = 2), isEmpty2(condition = 2);
    Both.both both;
    AuxModels.DUP_N starts(N = 6), stops(N = 5), shuts(N = 5);
    AuxModels.DUP levels1, levels2;
    AuxModels.DUP3 opens;
    AuxModels.BreakLoop again, asks;
  equation
    connect(START, starts.IN);
    connect(STOP, stops.IN);
    connect(SHUT, shuts.IN);
    connect(starts.OUT[6], idle.END);
    connect(idle.NEXT, fill1.GO);
    connect(fill1.NEXT, wait1.GO);
    connect(wait1.NEXT, fill2.GO);
    connect(fill2.NEXT, wait2.GO);
    connect(wait2.NEXT, empty.GO);
    connect(empty.NEXT, again.IN);
    connect(shut.NEXT, again.IN);
    connect(again.OUT, idle.GO);
    connect(L1, levels1.in1);
    connect(levels1.out1, isFull.in1);
    connect(isFull.out1, fill1.END);
    connect(isFull.out2, isEmpty1.in1);
    connect(isEmpty1.out1, fill2.END);
    connect(L2, levels2.in1);
    connect(levels2.out1, isEmpty2.in1);
    connect(isEmpty2.out1, empty.END);
    connect(levels1.out2, both.L1);
    connect(levels2.out2, both.L2);
    connect(shut.RUNS, opens.IN);
    connect(opens.out1, asks.IN);
    connect(asks.OUT, both.ASK);
    connect(both.YES, shut.END);
    connect(stops.OUT[1], fill1.HALT);
    connect(stops.OUT[2], wait1.HALT);
    connect(stops.OUT[3], fill2.HALT);
    connect(stops.OUT[4], wait2.HALT);
    connect(stops.OUT[5], empty.HALT);
    connect(starts.OUT[1], fill1.RESUME);
    connect(starts.OUT[2], wait1.RESUME);
    connect(starts.OUT[3], fill2.RESUME);
    connect(starts.OUT[4], wait2.RESUME);
    connect(starts.OUT[5], empty.RESUME);
    connect(shuts.OUT[1], fill1.ABORT);
    connect(shuts.OUT[2], wait1.ABORT);
    connect(shuts.OUT[3], fill2.ABORT);
    connect(shuts.OUT[4], wait2.ABORT);
    connect(shuts.OUT[5], empty.ABORT);
    connect(fill1.ABORTED, shut.GO);
    connect(wait1.ABORTED, shut.GO);
    connect(fill2.ABORTED, shut.GO);
    connect(wait2.ABORTED, shut.GO);
    connect(empty.ABORTED, shut.GO);
    connect(fill1.RUNS, Valve1);
    connect(fill2.RUNS, Valve2);
    connect(empty.RUNS, Valve3);
    connect(opens.out2, Valve2);
    connect(opens.out3, Valve3);
  end CopiesController;

  model WhenController "The controller as when-clauses"
    parameter Real waitTime(unit = "s") = 3 "Time to wait with a full tank";
    parameter Real limit(unit = "m") = 0.98 "Level at which the first tank is full";
    parameter Real rest(unit = "m") = 0.001 "Level below which a tank is empty";
    input Boolean start, stop, shut "Buttons: true at the instant";
    input Real level1(unit = "m"), level2(unit = "m") "Levels";
    output Boolean v1, v2, v3 "Valves: open?";
    Integer phase(start = 0, fixed = true) "0: idle, 1: fill 1, 2: wait 1, 3: fill 2, 4: wait 2, 5: empty, 6: shut";
    Boolean stopped(start = false, fixed = true) "Stopped in that phase";
  protected
    discrete Real ends(start = 1e10, fixed = true) "When a wait ends";
    discrete Real left(start = 0, fixed = true) "Time that is left of a stopped one";
    Boolean empty1 = level1 < rest, empty2 = level2 < rest;
  algorithm
    when start then
      if phase == 0 then
        phase := 1;
      elseif stopped then
        stopped := false;
        ends := if phase == 2 or phase == 4 then time + left else 1e10;
      end if;
    end when;
    when stop then
      if phase >= 1 and phase <= 5 and not stopped then
        stopped := true;
        left := ends - time;
        ends := 1e10;
      end if;
    end when;
    when shut then
      if stopped then
        stopped := false;
        phase := if empty1 and empty2 then 0 else 6;
      end if;
    end when;
    when level1 > limit then
      if phase == 1 and not stopped then
        phase := 2;
        ends := time + waitTime;
      end if;
    end when;
    when time >= pre(ends) then
      phase := phase + 1;
      ends := 1e10;
    end when;
    when empty1 then
      if phase == 3 and not stopped then
        phase := 4;
        ends := time + waitTime;
      end if;
    end when;
    when empty2 then
      if phase == 5 and not stopped then
        phase := 0;
      end if;
    end when;
    when empty1 and empty2 then
      if phase == 6 then
        phase := 0;
      end if;
    end when;
  equation
    v1 = not stopped and phase == 1;
    v2 = not stopped and (phase == 3 or phase == 6);
    v3 = not stopped and (phase == 5 or phase == 6);
  end WhenController;

  model Atomic "Tanks with the controller as an atomic model; start is pressed every second"
    extends Controlled;
    Control.controller controller;
  equation
    connect(start.outPort1, controller.START);
    connect(stop.outPort1, controller.STOP);
    connect(shut.outPort1, controller.SHUT);
    connect(full1.outport, controller.L1);
    connect(empty1.outport, controller.L1);
    connect(some1.outport, controller.L1);
    connect(empty2.outport, controller.L2);
    connect(some2.outport, controller.L2);
    connect(controller.Valve1, valve1.inport);
    connect(controller.Valve2, valve2.inport);
    connect(controller.Valve3, valve3.inport);
    annotation(experiment(StopTime = 1000, Tolerance = 1e-9));
  end Atomic;

  model Coupled "Tanks with the controller as a coupled model; start is pressed every second"
    extends Controlled;
    replaceable CoupledController controller;
  equation
    connect(start.outPort1, controller.START);
    connect(stop.outPort1, controller.STOP);
    connect(shut.outPort1, controller.SHUT);
    connect(full1.outport, controller.L1);
    connect(empty1.outport, controller.L1);
    connect(some1.outport, controller.L1);
    connect(empty2.outport, controller.L2);
    connect(some2.outport, controller.L2);
    connect(controller.Valve1, valve1.inport);
    connect(controller.Valve2, valve2.inport);
    connect(controller.Valve3, valve3.inport);
    annotation(experiment(StopTime = 1000, Tolerance = 1e-9));
  end Coupled;

  model WithCopies "The same with DUP and BreakLoop"
    extends Coupled(redeclare CopiesController controller);
    annotation(experiment(StopTime = 1000, Tolerance = 1e-9));
  end WithCopies;

  model Plain "Tanks with the controller as when-clauses; start is pressed every second"
    Plant plant(v1 = controller.v1, v2 = controller.v2, v3 = controller.v3);
    WhenController controller(start = sample(1, 1), stop = false, shut = false,
      level1 = plant.level1, level2 = plant.level2);
    annotation(experiment(StopTime = 1000, Tolerance = 1e-9));
  end Plain;

  model AtomicFig14 "As in the paper's Fig. 14: stopped at 13 s, gone on at 15 s, stopped at 19 s and shut at 21 s"
    extends Atomic(start(period = 14, numGenerations = 2), stop(firstGeneration = 13, period = 6, numGenerations = 2),
      shut(firstGeneration = 21, numGenerations = 1));
    annotation(experiment(StopTime = 30, Tolerance = 1e-9));
  end AtomicFig14;

  model CoupledFig14 "The same with the coupled controller"
    extends Coupled(start(period = 14, numGenerations = 2), stop(firstGeneration = 13, period = 6, numGenerations = 2),
      shut(firstGeneration = 21, numGenerations = 1));
    annotation(experiment(StopTime = 30, Tolerance = 1e-9));
  end CoupledFig14;

  model PlainFig14 "The same with when-clauses"
    Plant plant(v1 = controller.v1, v2 = controller.v2, v3 = controller.v3);
    WhenController controller(start = sample(1, 14) and time < 16, stop = sample(13, 6) and time < 20,
      shut = sample(21, 100), level1 = plant.level1, level2 = plant.level2);
    annotation(experiment(StopTime = 30, Tolerance = 1e-9));
  end PlainFig14;
end TwoTanks;
