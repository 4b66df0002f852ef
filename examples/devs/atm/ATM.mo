package ATM "An automatic teller machine: cards, PINs, amounts, cash (paper 004, 9)"
  import DEVSLib.AuxModels;
  import DEVSLib.SRC.*;
  import DEVSLib.Random;
  import Modelica.Constants.inf;

  package CardReader "Takes one card at a time"
    record st "State"
      Integer phase "1: empty, 2: reads a card, 3: holds it, 4: gives it back";
      Real sigma "Time to the next event";
      Real card "Number of the card";
      Integer ignored "Cards that came while busy";
    end st;

    function initst "Empty"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.card := 0;
      out.ignored := 0;
    end initst;

    function int "Read: hold it; given back: empty"
      input st s;
      output st sout;
    algorithm
      sout := s;
      sout.phase := if s.phase == 2 then 3 else 1;
      sout.sigma := inf;
    end int;

    function ext "Cards on port 1, the order to eject on port 2"
      input st s;
      input Real e;
      input Integer bag;
      input Real readTime;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.sigma := s.sigma - e;
      for i in 1:numEvents(bag) loop
        x := getEvent(bag);
        if x.Port == 1 and sout.phase == 1 then
          sout.card := x.Value;
          sout.phase := 2;
          sout.sigma := readTime;
        elseif x.Port == 1 then
          sout.ignored := sout.ignored + 1;
        elseif sout.phase == 3 then
          sout.phase := 4;
          sout.sigma := readTime;
        end if;
      end for;
    end ext;

    function out "The number of the card, or the card"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[if s.phase == 2 then 1 else 2], s.card);
    end out;

    model cardReader "Reads cards and gives them back"
      parameter Real readTime(unit = "s") = 1 "Time to take in, and to give back";
      extends AtomicDEVS(numIn = 2, numOut = 2, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext(readTime = readTime);
      redeclare function Fout = out;
      redeclare function initState = initst;
      Interfaces.inPort CardIn "Cards";
      Interfaces.inPort Eject "Give it back";
      Interfaces.outPort CardNOOut "Number of a card that was taken in";
      Interfaces.outPort CardOut "Cards given back";
    equation
      iEvent[1] = CardIn.event;
      iQueue[1] = CardIn.queue;
      iEvent[2] = Eject.event;
      iQueue[2] = Eject.queue;
      oEvent[1] = CardNOOut.event;
      oQueue[1] = CardNOOut.queue;
      oEvent[2] = CardOut.event;
      oQueue[2] = CardOut.queue;
    end cardReader;
  end CardReader;

  package UserInterface "Asks the user, who takes a while"
    record st "State"
      Integer phase "1: waits, 2: the user enters a PIN, 3: the user enters an amount";
      Real sigma "Time to the next event";
      Real entry "What the user enters";
      Random.Stream random "Random numbers";
    end st;

    function initst "Waits"
      input Integer seed;
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.entry := 0;
      out.random := Random.initStream(seed);
    end initst;

    function int "Waits again"
      input st s;
      output st sout;
    algorithm
      sout := s;
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function ext "Cards and questions for a PIN on ports 1 and 2, for an amount on port 3"
      input st s;
      input Real e;
      input Integer bag;
      output st sout;
    protected
      stdEvent x;
      Integer k "Entry as a whole number";
    algorithm
      sout := s;
      x := getEvent(bag);
      (sout.sigma, sout.random) := Random.uniform(s.random, 2, 6);
      if x.Port <= 2 then
        sout.phase := 2;
        (k, sout.random) := Random.discreteUniform(sout.random, 0, 9999);
      else
        sout.phase := 3;
        (k, sout.random) := Random.discreteUniform(sout.random, 1, 50);
        k := 10*k;
      end if;
      sout.entry := k;
    end ext;

    function out "The PIN, or the amount"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[s.phase - 1], s.entry);
    end out;

    model userInterface "Keys and screen, and the user before them"
      parameter Integer seed = 1 "Of the random numbers";
      extends AtomicDEVS(numIn = 3, numOut = 2, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext;
      redeclare function Fout = out;
      redeclare function initState = initst(seed = seed);
      Interfaces.inPort CardNO "A card is there: ask for the PIN";
      Interfaces.inPort GetPIN "Ask for the PIN again";
      Interfaces.inPort GetAmnt "Ask for the amount";
      Interfaces.outPort PINOut "The PIN";
      Interfaces.outPort AmntOut "The amount";
    equation
      iEvent[1] = CardNO.event;
      iQueue[1] = CardNO.queue;
      iEvent[2] = GetPIN.event;
      iQueue[2] = GetPIN.queue;
      iEvent[3] = GetAmnt.event;
      iQueue[3] = GetAmnt.queue;
      oEvent[1] = PINOut.event;
      oQueue[1] = PINOut.queue;
      oEvent[2] = AmntOut.event;
      oQueue[2] = AmntOut.queue;
    end userInterface;
  end UserInterface;

  package PINVerifier "Three attempts"
    record st "State"
      Integer phase "1: waits, 2: right, 3: wrong, 4: wrong for the last time";
      Real sigma "Time to the next event";
      Integer attempts "Wrong PINs of this card";
      Random.Stream random "Random numbers";
    end st;

    function initst "Waits"
      input Integer seed;
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.attempts := 0;
      out.random := Random.initStream(seed);
    end initst;

    function int "Waits again"
      input st s;
      output st sout;
    algorithm
      sout := s;
      if s.phase <> 3 then
        sout.attempts := 0;
      end if;
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function ext "A PIN, right with a probability"
      input st s;
      input Real e;
      input Integer bag;
      input Real right;
      input Real checkTime;
      output st sout;
    protected
      stdEvent x;
      Boolean b;
    algorithm
      sout := s;
      x := getEvent(bag);
      (b, sout.random) := Random.bernoulli(s.random, right);
      if b then
        sout.phase := 2;
      else
        sout.attempts := s.attempts + 1;
        sout.phase := if sout.attempts == 3 then 4 else 3;
      end if;
      sout.sigma := checkTime;
    end ext;

    function out "Right: the amount; wrong: again; for the last time: eject"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[s.phase - 1], 1);
    end out;

    model pinVerifier "Compares PINs"
      parameter Real right = 0.6 "Probability that a PIN is right";
      parameter Real checkTime(unit = "s") = 0.5 "Time that it takes";
      parameter Integer seed = 2 "Of the random numbers";
      extends AtomicDEVS(numOut = 3, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext(right = right, checkTime = checkTime);
      redeclare function Fout = out;
      redeclare function initState = initst(seed = seed);
      Interfaces.inPort PINIn "PINs";
      Interfaces.outPort GetAmnt "The PIN is right";
      Interfaces.outPort GetPIN "It is wrong";
      Interfaces.outPort Eject "It was wrong three times";
    equation
      iEvent[1] = PINIn.event;
      iQueue[1] = PINIn.queue;
      oEvent[1] = GetAmnt.event;
      oQueue[1] = GetAmnt.queue;
      oEvent[2] = GetPIN.event;
      oQueue[2] = GetPIN.queue;
      oEvent[3] = Eject.event;
      oQueue[3] = Eject.queue;
    end pinVerifier;
  end PINVerifier;

  package BalanceVerifier "Compares amounts with the balance"
    record st "State"
      Integer phase "1: waits, 2: enough, 3: not enough";
      Real sigma "Time to the next event";
      Real balance "Of this account; negative: not known yet";
      Real amount "That is asked for";
      Random.Stream random "Random numbers";
    end st;

    function initst "Waits"
      input Integer seed;
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.balance := -1;
      out.amount := 0;
      out.random := Random.initStream(seed);
    end initst;

    function int "Waits again"
      input st s;
      output st sout;
    algorithm
      sout := s;
      if s.phase == 2 then
        sout.balance := -1;
      end if;
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function ext "An amount; the first of a card finds out the balance"
      input st s;
      input Real e;
      input Integer bag;
      input Real least;
      input Real most;
      input Real checkTime;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      x := getEvent(bag);
      sout.amount := x.Value;
      if s.balance < 0 then
        (sout.balance, sout.random) := Random.uniform(s.random, least, most);
      end if;
      sout.phase := if sout.amount <= sout.balance then 2 else 3;
      sout.sigma := checkTime;
    end ext;

    function out "Enough: the amount; not enough: ask again"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[s.phase - 1], s.amount);
    end out;

    model balanceVerifier "Knows accounts"
      parameter Real least = 100 "Least balance";
      parameter Real most = 600 "Largest balance";
      parameter Real checkTime(unit = "s") = 0.5 "Time that it takes";
      parameter Integer seed = 3 "Of the random numbers";
      extends AtomicDEVS(numOut = 2, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext(least = least, most = most, checkTime = checkTime);
      redeclare function Fout = out;
      redeclare function initState = initst(seed = seed);
      Interfaces.inPort AmntIn "Amounts";
      Interfaces.outPort AmntOut "There is enough for it";
      Interfaces.outPort GetAmntOut "There is not enough";
    equation
      iEvent[1] = AmntIn.event;
      iQueue[1] = AmntIn.queue;
      oEvent[1] = AmntOut.event;
      oQueue[1] = AmntOut.queue;
      oEvent[2] = GetAmntOut.event;
      oQueue[2] = GetAmntOut.queue;
    end balanceVerifier;
  end BalanceVerifier;

  model Authorization "May this user have this amount?"
    parameter Integer seed = 1 "Of the random numbers";
    Interfaces.inPort CardNO "A card is there";
    Interfaces.outPort AmntOut "Amount to be given";
    Interfaces.outPort Eject "Nothing is given: the card goes back";
    UserInterface.userInterface userInterface(seed = 3*seed);
    PINVerifier.pinVerifier pinVerifier(seed = 3*seed + 1);
    BalanceVerifier.balanceVerifier balanceVerifier(seed = 3*seed + 2);
  equation
    connect(CardNO, userInterface.CardNO);
    connect(userInterface.PINOut, pinVerifier.PINIn);
    connect(pinVerifier.GetPIN, userInterface.GetPIN);
    connect(pinVerifier.GetAmnt, userInterface.GetAmnt);
    connect(userInterface.AmntOut, balanceVerifier.AmntIn);
    connect(balanceVerifier.GetAmntOut, userInterface.GetAmnt);
    connect(balanceVerifier.AmntOut, AmntOut);
    connect(pinVerifier.Eject, Eject);
  end Authorization;

  model Machine "The machine"
    parameter Integer seed = 1 "Of the random numbers";
    Interfaces.inPort CardIn "Cards";
    Interfaces.outPort CardOut "Cards given back";
    Interfaces.outPort CashOut "Cash";
    CardReader.cardReader cardReader;
    Authorization authorization(seed = seed);
    AuxModels.Processor cashDispenser(processTime = 2) "Counts the notes";
  equation
    connect(CardIn, cardReader.CardIn);
    connect(cardReader.CardNOOut, authorization.CardNO);
    connect(authorization.AmntOut, cashDispenser.inPort1);
    connect(cashDispenser.outPort1, cardReader.Eject);
    connect(authorization.Eject, cardReader.Eject);
    connect(cashDispenser.outPort1, CashOut);
    connect(cardReader.CardOut, CardOut);
  end Machine;

  model Day "A card every 20 s; what comes in and out is shown"
    parameter Integer seed = 1 "Of the random numbers";
    AuxModels.Generator user(period = 20) "Cards";
    Machine machine(seed = seed);
    AuxModels.Display cardIn, cardOut, cash;
  equation
    connect(user.outPort1, machine.CardIn);
    connect(user.outPort1, cardIn.inPort1);
    connect(machine.CardOut, cardOut.inPort1);
    connect(machine.CashOut, cash.inPort1);
    annotation(experiment(StopTime = 300));
  end Day;

  model Forgetful "Nobody knows the PIN"
    extends Day(machine(authorization(pinVerifier(right = 0))));
    annotation(experiment(StopTime = 300));
  end Forgetful;

  model Poor "Everybody knows the PIN, and nobody has much"
    extends Day(machine(authorization(pinVerifier(right = 1), balanceVerifier(least = 100, most = 150))));
    annotation(experiment(StopTime = 300));
  end Poor;
end ATM;
