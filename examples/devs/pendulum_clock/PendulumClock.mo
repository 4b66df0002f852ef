package PendulumClock "A pendulum as equations, the rest of a clock as DEVS models"
  import DEVSLib.AuxModels;
  import DEVSLib.SRC.*;
  import Modelica.Constants.inf;

  model Pendulum "A pendulum of two seconds that can be held; a message whenever it passes the middle"
    parameter Real l(unit = "m") = 9.80665/3.141592653589793^2 "Length: half a period is a second";
    parameter Real g(unit = "m/s2") = 9.80665 "Gravity";
    Interfaces.inPort HOLD "1: goes, 0: is held";
    Interfaces.outPort TIC "Passes the middle";
    Real phi(start = 0.05, fixed = true, unit = "rad") "Angle";
    Real w(start = 0, fixed = true, unit = "rad/s") "Speed of the angle";
  protected
    AuxModels.DIBO goes "Does it go?";
    AuxModels.CrossUP up(Value = 0, u = phi);
    AuxModels.CrossDOWN down(Value = 0, u = phi);
  equation
    connect(HOLD, goes.inport);
    connect(up.outport, TIC);
    connect(down.outport, TIC);
    der(phi) = if goes.change then w else 0;
    der(w) = if goes.change then -g/l*phi else 0;
  end Pendulum;

  package Counter "Counts and carries"
    record st "State"
      Integer phase "1: waits, 2: tells its value, 3: and carries upwards, 4: and carries downwards";
      Real sigma "Time to the next event";
      Integer value "What it shows";
    end st;

    function initst "Zero"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.value := 0;
    end initst;

    function int "Waits again"
      input st s;
      output st sout;
    algorithm
      sout := s;
      sout.phase := 1;
      sout.sigma := inf;
    end int;

    function ext "Upwards on port 1, downwards on port 2"
      input st s;
      input Real e;
      input Integer bag;
      input Integer modulus;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.phase := 2;
      sout.sigma := 0;
      for i in 1:numEvents(bag) loop
        x := getEvent(bag);
        sout.value := sout.value + (if x.Port == 1 then 1 else -1);
        if sout.value == modulus then
          sout.value := 0;
          sout.phase := 3;
        elseif sout.value < 0 then
          sout.value := modulus - 1;
          sout.phase := 4;
        end if;
      end for;
    end ext;

    function out "Value and carry"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[1], s.value);
      if s.phase >= 3 then
        sendValue(queue[s.phase - 1], 1);
      end if;
    end out;

    model counter "Counts up and down and carries"
      parameter Integer modulus = 60 "Begins again there";
      extends AtomicDEVS(numIn = 2, numOut = 3, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext(modulus = modulus);
      redeclare function Fout = out;
      redeclare function initState = initst;
      Interfaces.inPort IN_Increment "Upwards";
      Interfaces.inPort IN_Decrement "Downwards";
      Interfaces.outPort Value "The value, when it changes";
      Interfaces.outPort OUT_Increment "Begins again at zero";
      Interfaces.outPort OUT_Decrement "Goes below zero";
    equation
      iEvent[1] = IN_Increment.event;
      iQueue[1] = IN_Increment.queue;
      iEvent[2] = IN_Decrement.event;
      iQueue[2] = IN_Decrement.queue;
      oEvent[1] = Value.event;
      oQueue[1] = Value.queue;
      oEvent[2] = OUT_Increment.event;
      oQueue[2] = OUT_Increment.queue;
      oEvent[3] = OUT_Decrement.event;
      oQueue[3] = OUT_Decrement.queue;
    end counter;
  end Counter;

  package Alarm "Sounds at a time of day"
    record st "State"
      Integer phase "1: silent, 2: begins to sound, 3: sounds, 4: ends";
      Real sigma "Time to the next event";
      Integer hour "Of the clock";
      Integer minute "Of the clock";
      Boolean active "Has it been switched on?";
      Integer rung "How often it has sounded";
    end st;

    function initst "Silent and off"
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := inf;
      out.hour := 0;
      out.minute := 0;
      out.active := false;
      out.rung := 0;
    end initst;

    function int "Sounds for a minute"
      input st s;
      output st sout;
    algorithm
      sout := s;
      if s.phase == 2 then
        sout.phase := 3;
        sout.sigma := 60;
        sout.rung := s.rung + 1;
      else
        sout.phase := 1;
        sout.sigma := inf;
      end if;
    end int;

    function ext "Hours, minutes, on and off"
      input st s;
      input Real e;
      input Integer bag;
      input Integer alarmHour;
      input Integer alarmMinute;
      output st sout;
    protected
      stdEvent x;
      Boolean new = false "Has the time of day changed?";
    algorithm
      sout := s;
      sout.sigma := s.sigma - e;
      for i in 1:numEvents(bag) loop
        x := getEvent(bag);
        if x.Port == 1 then
          sout.hour := integer(x.Value);
          new := true;
        elseif x.Port == 2 then
          sout.minute := integer(x.Value);
          new := true;
        else
          sout.active := x.Port == 3;
        end if;
      end for;
      if sout.phase == 1 and new and sout.active and sout.hour == alarmHour and sout.minute == alarmMinute then
        sout.phase := 2;
        sout.sigma := 0;
      elseif sout.phase == 3 and not sout.active then
        sout.phase := 4;
        sout.sigma := 0;
      end if;
    end ext;

    function out "1: the alarm begins, 0: it ends"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[1], if s.phase == 2 then 1 else 0);
    end out;

    model alarm "Sounds for a minute at a time of day, unless it is switched off"
      parameter Integer alarmHour = 1 "When";
      parameter Integer alarmMinute = 30 "When";
      extends AtomicDEVS(numIn = 4, redeclare record State = st);
      redeclare function Fint = int;
      redeclare function Fext = ext(alarmHour = alarmHour, alarmMinute = alarmMinute);
      redeclare function Fout = out;
      redeclare function initState = initst;
      Interfaces.inPort ClockHOUR, ClockMIN "Time of day";
      Interfaces.inPort Activate, Deactivate "On and off";
      Interfaces.outPort SOUNDAlarm "1: begins, 0: ends";
    equation
      iEvent[1] = ClockHOUR.event;
      iQueue[1] = ClockHOUR.queue;
      iEvent[2] = ClockMIN.event;
      iQueue[2] = ClockMIN.queue;
      iEvent[3] = Activate.event;
      iQueue[3] = Activate.queue;
      iEvent[4] = Deactivate.event;
      iQueue[4] = Deactivate.queue;
      oEvent[1] = SOUNDAlarm.event;
      oQueue[1] = SOUNDAlarm.queue;
    end alarm;
  end Alarm;

  model Clock "Pendulum, hands and alarm"
    Interfaces.inPort HOLD "1: goes, 0: is held";
    Interfaces.inPort Increment, Decrement "The minute hand, by one";
    Interfaces.inPort Activate, Deactivate "The alarm";
    Interfaces.outPort Sound "1: begins, 0: ends";
    Pendulum pendulum;
    Counter.counter seconds, minutes, hours(modulus = 12);
    Alarm.alarm alarm;
  equation
    connect(HOLD, pendulum.HOLD);
    connect(pendulum.TIC, seconds.IN_Increment);
    connect(seconds.OUT_Increment, minutes.IN_Increment);
    connect(Increment, minutes.IN_Increment);
    connect(Decrement, minutes.IN_Decrement);
    connect(minutes.OUT_Increment, hours.IN_Increment);
    connect(minutes.OUT_Decrement, hours.IN_Decrement);
    connect(hours.Value, alarm.ClockHOUR);
    connect(minutes.Value, alarm.ClockMIN);
    connect(Activate, alarm.Activate);
    connect(Deactivate, alarm.Deactivate);
    connect(alarm.SOUNDAlarm, Sound);
  end Clock;

  model Morning "Two hours: the clock is held for ten minutes, put forward by ten, and its alarm set for half past one"
    Clock clock;
    AuxModels.Generator go(firstGeneration = 0, numGenerations = 1), on(firstGeneration = 10, numGenerations = 1);
    AuxModels.Generator hold(firstGeneration = 600, numGenerations = 1, outValue = 0);
    AuxModels.Generator release(firstGeneration = 1200, numGenerations = 1);
    AuxModels.Generator forward(firstGeneration = 1300, period = 1, numGenerations = 10);
    AuxModels.DIBO sound "Does it ring?";
  equation
    connect(go.outPort1, clock.HOLD);
    connect(hold.outPort1, clock.HOLD);
    connect(release.outPort1, clock.HOLD);
    connect(on.outPort1, clock.Activate);
    connect(forward.outPort1, clock.Increment);
    connect(clock.Sound, sound.inport);
    annotation(experiment(StopTime = 7200, Tolerance = 1e-8));
  end Morning;
end PendulumClock;
