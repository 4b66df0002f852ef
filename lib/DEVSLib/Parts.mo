within DEVSLib;
package Parts "Ready parts, written in C: queueing networks without a line of code"
  type TimesKind = enumeration(always, exponential, uniform) "How times are drawn";

  record Times "Times between messages, or of service: see exponential, uniform, always"
    TimesKind kind = TimesKind.always "How they are drawn";
    Real a(unit = "s") = 0 "Always: the time; exponential: the mean; uniform: the least";
    Real b(unit = "s") = 0 "Uniform: the greatest";
  end Times;

  function always "The same time again and again"
    input Real t(unit = "s") "The time";
    output Times times "All equal";
  algorithm
    times := Times(TimesKind.always, t, 0);
  end always;

  function exponential "Exponential times"
    input Real mean(unit = "s") "Their mean";
    output Times times "Exponential ones";
  algorithm
    times := Times(TimesKind.exponential, mean, 0);
  end exponential;

  function uniform "Times from an interval"
    input Real least(unit = "s") "Where it begins";
    input Real greatest(unit = "s") "Where it ends";
    output Times times "Uniform ones";
  algorithm
    times := Times(TimesKind.uniform, least, greatest);
  end uniform;

  type Order = enumeration(fifo, lifo) "Which of the waiting jobs is next: the first, or the last that came";

  model Generator "Sends messages one after the other"
    parameter Times gaps "Times between messages";
    parameter Boolean at_once = false "The first leaves at the start, not a gap after it";
    parameter Boolean waiting = false "Nothing leaves before a message on start";
    parameter Integer limit(min = 0) = 0 "Messages in all; 0: any number";
    parameter Real values[:] = fill(0.0, 0) "What is sent, again and again; empty: 1, 2, 3 …";
    parameter Integer seed(min = 0) = 0 "Of its random numbers";
    SRC.Interfaces.inPort start "Starts it";
    SRC.Interfaces.inPort stop "Stops it";
    SRC.Interfaces.outPort outport "Its messages";
    Integer sent "Messages so far";
    annotation(__modevs(part = "generator"));
  end Generator;

  model Schedule "Sends messages at listed distances"
    parameter Real gaps[:](each unit = "s") "Times between messages, one after the other, then again from the first";
    parameter Boolean at_once = false "The first leaves at the start, not a gap after it";
    parameter Boolean waiting = false "Nothing leaves before a message on start";
    parameter Integer limit(min = 0) = 0 "Messages in all; 0: any number";
    parameter Real values[:] = fill(0.0, 0) "What is sent, again and again; empty: 1, 2, 3 …";
    SRC.Interfaces.inPort start "Starts it";
    SRC.Interfaces.inPort stop "Stops it";
    SRC.Interfaces.outPort outport "Its messages";
    Integer sent "Messages so far";
    annotation(__modevs(part = "generator"));
  end Schedule;

  model Processor "Serves one job at a time, the others wait"
    parameter Times service "How long a job takes";
    parameter Order order = Order.fifo "Which of the waiting jobs is next";
    parameter Integer capacity(min = 0) = 0 "Most jobs at a time, the one in service included; 0: no limit";
    parameter Integer seed(min = 0) = 0 "Of its random numbers";
    SRC.Interfaces.inPort inport "Jobs";
    SRC.Interfaces.outPort outport "Jobs that are done";
    SRC.Interfaces.outPort refused "Jobs for which there is no room";
    Integer arrived "Jobs that have come, the refused ones included";
    Integer served "Jobs that are done";
    Integer n_refused "Jobs for which there was no room";
    Integer waiting "Jobs that wait";
    Integer longest "Most jobs that ever waited";
    Boolean busy "There is a job in service";
    Real busy_time(unit = "s") "Time spent in service";
    annotation(__modevs(part = "processor"));
  end Processor;

  model Pipe "Processors one after the other"
    parameter Integer n(min = 1) = 3 "How many";
    parameter Times service "How long a job takes in each of them";
    parameter Order order = Order.fifo "Which of the waiting jobs is next";
    parameter Integer capacity(min = 0) = 0 "Most jobs at a time in each of them; 0: no limit";
    parameter Integer seed(min = 0) = 0 "Of its random numbers";
    SRC.Interfaces.inPort inport "Jobs";
    SRC.Interfaces.outPort outport "Jobs that are done";
    SRC.Interfaces.outPort refused "Jobs for which one of them has no room";
    annotation(__modevs(part = "pipe"));
  end Pipe;

  model Delay "Passes messages on after a time"
    parameter Real time_(min = 0, unit = "s") "From arrival to departure" annotation(__modevs(name = "time"));
    SRC.Interfaces.inPort inport "Messages";
    SRC.Interfaces.outPort outport "The same, later";
    annotation(__modevs(part = "delay"));
  end Delay;

  model Switch "Passes messages on to one of several outputs"
    parameter Integer n(min = 1) = 2 "Outputs";
    parameter Integer first(min = 0) = 0 "Where messages go at first, counted from 0";
    parameter Boolean round_robin = false "After each message on to the next output";
    SRC.Interfaces.inPort inport "Messages";
    SRC.Interfaces.inPort control "Where the next ones go, counted from 0";
    SRC.Interfaces.outPort outport[n] "The same, each on one of them";
    annotation(__modevs(part = "switch"));
  end Switch;

  model Statistics "Of numbers, and of a level that changes in time"
    parameter Real level_start = 0 "The level at first";
    SRC.Interfaces.inPort sample "Numbers: their mean and so on";
    SRC.Interfaces.inPort level "The level from now on";
    SRC.Interfaces.inPort up "Raises the level by 1";
    SRC.Interfaces.inPort down "Lowers the level by 1";
    SRC.Interfaces.inPort reset "Forgets everything but the level";
    Integer count "Messages on sample";
    Real mean "Of their values";
    Real variance "Of their values";
    Real least "Of their values";
    Real greatest "Of their values";
    Real rate "Messages on sample per unit of time";
    Real span(unit = "s") "From the start or the last reset to the last message" annotation(__modevs(name = "time"));
    Real level_now "The level";
    Real level_mean "Its mean over that time";
    Real level_least "Its least value";
    Real level_greatest "Its greatest value";
    annotation(__modevs(part = "statistics"));
  end Statistics;

  model Transducer "Watches jobs come and go; a job is told by its value"
    parameter Real period(min = 0, unit = "s") = 0 "Of observation; 0: for ever";
    SRC.Interfaces.inPort arrived "Jobs that come";
    SRC.Interfaces.inPort solved "Jobs that are done";
    SRC.Interfaces.inPort lost "Jobs that are given up";
    SRC.Interfaces.outPort done "When the period is over";
    SRC.Interfaces.outPort throughput "Then: solved per unit of time";
    SRC.Interfaces.outPort turnaround "Then: mean time to the solution";
    Integer n_arrived "Jobs that have come";
    Integer n_solved "Jobs that are done";
    Integer n_lost "Jobs that were given up";
    Integer unknown "Solved or lost, but never seen to come";
    Integer present "Have come and are still there";
    Real mean_throughput "Solved per unit of time";
    Real mean_turnaround(unit = "s") "From arrival to solution";
    annotation(__modevs(part = "transducer"));
  end Transducer;

  model Recorder "Keeps all that arrives"
    parameter Integer n(min = 1) = 1 "Ports";
    SRC.Interfaces.inPort inport[n] "Messages";
    Integer count "Messages so far";
    Real when_(unit = "s") "When the last one came" annotation(__modevs(name = "time"));
    Integer port "On which port, from 1; 0: none yet";
    Real value "What it was; of an event 0";
    annotation(__modevs(part = "recorder"));
  end Recorder;
end Parts;
