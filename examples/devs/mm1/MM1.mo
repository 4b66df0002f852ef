package MM1 "A queue with one server: exponential arrivals and service"
  import DEVSLib.SRC.*;
  import DEVSLib.Random;
  import Modelica.Constants.inf;

  package Arrivals "Customers"
    record st "State"
      Integer phase "1: customers come";
      Real sigma "Time to the next one";
      Real n "Customers so far";
      Random.Stream random "Random numbers";
    end st;

    function initst "Draws the first time"
      input Real mean;
      input Integer seed;
      output st out;
    algorithm
      out.phase := 1;
      out.n := 0;
      (out.sigma, out.random) := Random.exponential(Random.initStream(seed), mean);
    end initst;

    function int "Draws the next time"
      input st s;
      input Real mean;
      output st sout;
    algorithm
      sout.phase := 1;
      sout.n := s.n + 1;
      (sout.sigma, sout.random) := Random.exponential(s.random, mean);
    end int;

    function out "A customer: its number"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[1], s.n + 1);
    end out;

    model arrivals "Customers at exponential distances"
      parameter Real mean(unit = "s") = 10 "Mean time between customers";
      parameter Integer seed = 1 "Of the random numbers";
      extends AtomicDEVS(numIn = 0, redeclare record State = st);
      redeclare function Fint = int(mean = mean);
      redeclare function Fout = out;
      redeclare function initState = initst(mean = mean, seed = seed);
      Interfaces.outPort outPort1 "Customers";
    equation
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end arrivals;
  end Arrivals;

  package Server "A server with a queue"
    record st "State"
      Integer phase "1: idle, 2: busy";
      Real sigma "Time to the end of the service";
      Integer q "Queue of customers, the one in service first";
      Integer n "Customers in the system";
      Real served "Customers who have left";
      Real clock "Time of the last transition";
      Real area "Integral of n over time until then";
      Random.Stream random "Random numbers";
    end st;

    function initst "Idle"
      input Integer seed;
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.q := CreateQueue();
      out.n := 0;
      out.served := 0;
      out.clock := 0;
      out.area := 0;
      out.random := Random.initStream(seed);
    end initst;

    function int "The first customer leaves"
      input st s;
      input Real mean;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.clock := s.clock + s.sigma;
      sout.area := s.area + s.sigma*s.n;
      sout.served := s.served + 1;
      x := getEvent(s.q);
      sout.n := s.n - 1;
      if sout.n > 0 then
        (sout.sigma, sout.random) := Random.exponential(s.random, mean);
      else
        sout.phase := 1;
        sout.sigma := inf;
      end if;
    end int;

    function ext "Customers come"
      input st s;
      input Real e;
      input Integer bag;
      input Real mean;
      output st sout;
    algorithm
      sout := s;
      sout.clock := s.clock + e;
      sout.area := s.area + e*s.n;
      sout.n := s.n + moveEvents(bag, s.q);
      if s.phase == 1 then
        sout.phase := 2;
        (sout.sigma, sout.random) := Random.exponential(s.random, mean);
      else
        sout.sigma := s.sigma - e;
      end if;
    end ext;

    function out "The first customer"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    protected
      stdEvent x;
    algorithm
      x := readEvent(s.q);
      sendEvent(queue[1], x);
    end out;

    model server "Serves one customer after the other"
      parameter Real mean(unit = "s") = 8 "Mean time of a service";
      parameter Integer seed = 2 "Of the random numbers";
      extends AtomicDEVS(redeclare record State = st);
      redeclare function Fint = int(mean = mean);
      redeclare function Fext = ext(mean = mean);
      redeclare function Fout = out;
      redeclare function initState = initst(seed = seed);
      Interfaces.inPort inPort1 "Customers";
      Interfaces.outPort outPort1 "Served customers";
    equation
      iEvent[1] = inPort1.event;
      iQueue[1] = inPort1.queue;
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end server;
  end Server;

  model System "The queue; mean number in the system: server.S.area/server.S.clock"
    parameter Real arrival(unit = "s") = 10 "Mean time between customers";
    parameter Real service(unit = "s") = 8 "Mean time of a service";
    parameter Integer seed = 1 "Of the random numbers";
    Arrivals.arrivals arrivals(mean = arrival, seed = 2*seed);
    Server.server server(mean = service, seed = 2*seed + 1);
  equation
    connect(arrivals.outPort1, server.inPort1);
    annotation(experiment(StopTime = 100000, Interval = 1000));
  end System;
end MM1;
