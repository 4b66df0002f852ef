model Workshop "Components inside: jobs that are served, and a probe, written in Modelica, of what the equations make of them"
  import DEVSLib.SRC.*;
  import DEVSLib.Parts.*;
  record st Real sigma; Integer n; end st;
  function first output st out; algorithm out.sigma := 0.3; out.n := 0; end first;
  function next input st s; output st sout; algorithm sout := s; sout.n := s.n + 1; end next;
  function say "The level, as a number or as a record in turn"
    input st s;
    input Integer queue[nports];
    input Integer nports;
    input Real u;
  protected
    stdEvent m;
  algorithm
    m.Port := 0;
    m.Type := if mod(s.n, 2) == 0 then 1 else 0;
    m.Value := u;
    sendEvent(queue[1], m);
  end say;
  model Probe
    input Real u;
    extends AtomicDEVS(numIn = 0, redeclare record State = st);
    redeclare function initState = first;
    redeclare function Fint = next;
    redeclare function Fout = say(u = u);
    Interfaces.outPort o;
  end Probe;
  model In
    discrete Real y(start = 0);
    Interfaces.inPort i annotation(__modevs(receive(Value = y)));
  end In;
  input Real u(start = 0);
  input Boolean brake(start = false);
  Generator g(gaps = exponential(0.5), seed = 3);
  Processor p(service = uniform(0.2, 0.6), seed = 4);
  Probe probe(u = x);
  In seen;
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  connect(g.outport, p.inport);
  connect(probe.o, seen.i);
  der(x) = (if p.busy then 1 else 0) + u - (if brake then 3 else 1)*x - 0.1*seen.y^2;
  when {x > 0.5, x < 0.4} then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Workshop;
