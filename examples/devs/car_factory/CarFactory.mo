package CarFactory "Orders become parts, parts become cars"
  import DEVSLib.AuxModels;
  import DEVSLib.SRC.*;
  import Modelica.Constants.inf;

  package Station "A place of work: takes one piece from each of its inputs and makes one of them"
    record st "State"
      Integer phase "1: waits for pieces, 2: works";
      Real sigma "Time to the next event";
      Integer stock[4] "Pieces that wait, of each input";
      Integer made "Pieces made so far";
      Real number "Number of the order in work";
    end st;

    function initst "Nothing there"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.stock := {0, 0, 0, 0};
      out.made := 0;
      out.number := 0;
    end initst;

    function begin "Takes one of each, if they are there"
      input st s;
      input Integer K;
      input Real process_time;
      output st sout;
    algorithm
      sout := s;
      if min(s.stock[1:K]) > 0 then
        for k in 1:K loop
          sout.stock[k] := s.stock[k] - 1;
        end for;
        sout.phase := 2;
        sout.number := s.number + 1;
        sout.sigma := process_time;
      else
        sout.phase := 1;
        sout.sigma := inf;
      end if;
    end begin;

    function int "One is made; the next"
      input st s;
      input Integer K;
      input Real process_time;
      output st sout;
    algorithm
      sout := s;
      sout.made := s.made + 1;
      sout := begin(sout, K, process_time);
    end int;

    function ext "Pieces come"
      input st s;
      input Real e;
      input Integer bag;
      input Integer K;
      input Real process_time;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      for i in 1:numEvents(bag) loop
        x := getEvent(bag);
        sout.stock[x.Port] := sout.stock[x.Port] + 1;
      end for;
      if s.phase == 1 then
        sout := begin(sout, K, process_time);
      else
        sout.sigma := s.sigma - e;
      end if;
    end ext;

    function out "What was made: the number of the order"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[1], s.number);
    end out;

    model station "A station"
      parameter Integer K = 1 "Inputs, at most 4";
      parameter Real process_time(unit = "s") = 1 "Time for one piece";
      extends AtomicDEVS(numIn = K, redeclare record State = st);
      redeclare function Fint = int(K = K, process_time = process_time);
      redeclare function Fext = ext(K = K, process_time = process_time);
      redeclare function Fout = out;
      redeclare function initState = initst;
      Interfaces.inPort IN[K] "Pieces";
      Interfaces.outPort OUT "What is made of them";
    equation
      for k in 1:K loop
        iEvent[k] = IN[k].event;
        iQueue[k] = IN[k].queue;
      end for;
      oEvent[1] = OUT.event;
      oQueue[1] = OUT.queue;
    end station;
  end Station;

  model Engine "Pistons and bodies become engines"
    Interfaces.inPort order "Orders";
    Interfaces.outPort engine "Engines";
    Station.station piston "Makes a set of pistons", body "Makes engine bodies";
    Station.station assembly(K = 2, process_time = 2) "Puts them together";
  equation
    connect(order, piston.IN[1]);
    connect(order, body.IN[1]);
    connect(piston.OUT, assembly.IN[1]);
    connect(body.OUT, assembly.IN[2]);
    connect(assembly.OUT, engine);
  end Engine;

  model Factory "Chassis, bodies, transmissions and engines become cars"
    parameter Real period(unit = "s") = 2.5 "Time between orders";
    parameter Integer orders = 0 "How many; 0: without end";
    AuxModels.Generator customer(period = period, numGenerations = orders);
    Station.station chassis, body, transmission;
    Engine engine;
    Station.station line(K = 4, process_time = 2) "Puts cars together";
    AuxModels.Display cars;
  equation
    connect(customer.outPort1, chassis.IN[1]);
    connect(customer.outPort1, body.IN[1]);
    connect(customer.outPort1, transmission.IN[1]);
    connect(customer.outPort1, engine.order);
    connect(chassis.OUT, line.IN[1]);
    connect(body.OUT, line.IN[2]);
    connect(transmission.OUT, line.IN[3]);
    connect(engine.engine, line.IN[4]);
    connect(line.OUT, cars.inPort1);
    annotation(experiment(StopTime = 100));
  end Factory;

  model Rush "Orders come faster than engines are made"
    extends Factory(period = 1);
    annotation(experiment(StopTime = 100));
  end Rush;
end CarFactory;
