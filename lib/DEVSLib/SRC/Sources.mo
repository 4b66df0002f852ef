within DEVSLib.SRC;
package Sources "Models that send messages of their own, and one that keeps them"
  import Modelica.Constants.inf;

  package Generator "Messages at equal distances"
    record st "State"
      Integer phase "1: sends again, 2: has finished";
      Real sigma "Time to the next event";
      Integer n "Messages so far";
    end st;

    function initst "Waits for the first message"
      input Real first;
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := first;
      out.n := 0;
    end initst;

    function int "One message more"
      input st s;
      input Real period;
      input Integer most;
      output st sout;
    algorithm
      sout := s;
      sout.n := s.n + 1;
      if sout.n == most then
        sout.phase := 2;
        sout.sigma := inf;
      else
        sout.sigma := period;
      end if;
    end int;

    function out "The message"
      input st s;
      input Integer queue[nports];
      input Integer nports;
      input Real value;
    algorithm
      sendValue(queue[1], value);
    end out;

    model generator "Sends messages at equal distances"
      parameter Real period(unit = "s") = 1 "Time between messages";
      parameter Real firstGeneration(unit = "s") = 1 "Time of the first";
      parameter Integer numGenerations = 0 "How many; 0: without end";
      parameter Real outValue = 1 "Value of the messages";
      extends AtomicDEVS(numIn = 0, redeclare record State = st);
      redeclare function Fint = int(period = period, most = numGenerations);
      redeclare function Fout = out(value = outValue);
      redeclare function initState = initst(first = firstGeneration);
      Interfaces.outPort outPort1 "Messages";
    equation
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end generator;

    model step "A signal that is zero, then a constant"
      extends generator(numGenerations = 1);
    end step;

    model constantG "A signal that is constant"
      extends generator(firstGeneration = 0, numGenerations = 1);
    end constantG;
  end Generator;

  package Square "Square wave"
    record st "State"
      Integer phase "1: high next, 2: low next";
      Real sigma "Time to the next event";
    end st;

    function initst "High at once"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := 0;
    end initst;

    function int "The other level"
      input st s;
      input Real frecuency;
      input Real dutyCycle;
      output st sout;
    algorithm
      sout := s;
      sout.phase := 3 - s.phase;
      sout.sigma := (if s.phase == 1 then dutyCycle/100 else 1 - dutyCycle/100)/frecuency;
    end int;

    function out "The level that begins now"
      input st s;
      input Integer queue[nports];
      input Integer nports;
      input Real amplitude;
    algorithm
      sendValue(queue[1], if s.phase == 1 then amplitude else 0);
    end out;

    model square "A signal that is high and low in turn"
      parameter Real amplitude = 1 "Value while high; low is zero";
      parameter Real frecuency(unit = "Hz") = 1 "Frequency";
      parameter Real dutyCycle = 50 "How much of the time it is high, in percent";
      extends AtomicDEVS(numIn = 0, redeclare record State = st);
      redeclare function Fint = int(frecuency = frecuency, dutyCycle = dutyCycle);
      redeclare function Fout = out(amplitude = amplitude);
      redeclare function initState = initst;
      Interfaces.outPort outPort1 "Value: Type 1";
    equation
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end square;
  end Square;

  package Display "Shows messages"
    record st "State"
      Integer phase "1: shows nothing, 2: shows a message";
      Real sigma "Time to the next event";
      Real value "Value of the last message";
      Integer kind "Type of the last message";
      Integer received "Messages so far";
    end st;

    function initst "Shows nothing"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.value := 0;
      out.kind := 0;
      out.received := 0;
    end initst;

    function int "Shows nothing again"
      input st s;
      output st sout;
    algorithm
      sout := s;
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function ext "Shows what has come"
      input st s;
      input Real e;
      input Integer bag;
      input Real displayTime;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        sout.value := x.Value;
        sout.kind := x.Type;
        sout.received := sout.received + 1;
      end for;
      sout.phase := 2;
      sout.sigma := displayTime;
    end ext;

    model display "Shows messages as its state"
      parameter Real displayTime(unit = "s") = 0.0001 "How long phase shows that one has come";
      extends AtomicDEVS(numOut = 0, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext(displayTime = displayTime);
      redeclare function initState = initst;
      Interfaces.inPort inPort1 "Messages";
    equation
      iEvent[1] = inPort1.event;
      iQueue[1] = inPort1.queue;
    end display;
  end Display;
end Sources;
