within DEVSLib.SRC;
package QSS "Integrators by quantized state systems, orders 1 to 3"
  import Modelica.Constants.inf;

  function exitTime1 "When c0 + c1*h leaves the band of width dQ on either side of zero"
    input Real c0 "Value at h = 0";
    input Real c1 "First derivative";
    input Real dQ "Half the width of the band";
    output Real h "The least h >= 0 at which it is outside or on the edge; inf: never";
  algorithm
    if abs(c0) >= dQ and c0*c1 >= 0 then
      h := 0;
    elseif c1 > 0 then
      h := (dQ - c0)/c1;
    elseif c1 < 0 then
      h := (-dQ - c0)/c1;
    else
      h := inf;
    end if;
  end exitTime1;

  function exitTime2 "When c0 + c1*h + c2*h^2 leaves the band of width dQ on either side of zero"
    input Real c0 "Value at h = 0";
    input Real c1 "First derivative";
    input Real c2 "Half the second derivative";
    input Real dQ "Half the width of the band";
    output Real h "The least h >= 0 at which it is outside or on the edge; inf: never";
  protected
    Real a0, a1, a2 "The polynomial or its negative: it turns down";
    Real top "Its extremum";
  algorithm
    if c2 == 0 then
      h := exitTime1(c0, c1, dQ);
    elseif c0 == 0 and c1 == 0 then
      h := sqrt(dQ/abs(c2));
    else
      a0 := if c2 < 0 then c0 else -c0;
      a1 := if c2 < 0 then c1 else -c1;
      a2 := -abs(c2);
      top := a0 - a1*a1/(4*a2);
      if a0 > dQ or a0 < -dQ then
        h := 0;
      elseif a1 > 0 and top >= dQ then
        // It rises through the upper edge; the form of the root that does not cancel.
        h := 2*(dQ - a0)/(a1 + sqrt(max(0, a1*a1 + 4*a2*(dQ - a0))));
      elseif a1 > 0 then
        h := -(a1 + sqrt(a1*a1 - 4*a2*(a0 + dQ)))/(2*a2);
      else
        h := 2*(a0 + dQ)/(-a1 + sqrt(a1*a1 - 4*a2*(a0 + dQ)));
      end if;
    end if;
  end exitTime2;

  function exitInside "Where a cubic that is monotonic between two points passes the edge of the band"
    input Real c0 "Value at h = 0";
    input Real c1 "First derivative";
    input Real c2 "Half the second derivative";
    input Real c3 "A sixth of the third derivative";
    input Real edge "The value to be reached";
    input Real low "It is not reached here";
    input Real high "It is passed here";
    output Real h "Between them";
  protected
    Real a = low, b = high "Shrink round the root";
    Real f "Value above the edge at h";
    Real df "Slope at h";
    Real next "Newton's next point";
    Boolean rises = c0 + high*(c1 + high*(c2 + high*c3)) >= edge "Is the value above the edge at high?";
    Integer n = 0 "Iterations";
  algorithm
    h := 0.5*(a + b);
    while n < 200 loop
      n := n + 1;
      f := c0 + h*(c1 + h*(c2 + h*c3)) - edge;
      if (f >= 0) == rises then
        b := h;
      else
        a := h;
      end if;
      df := c1 + h*(2*c2 + h*3*c3);
      next := if df == 0 then a - 1 else h - f/df;
      if not (next > a and next < b) then
        next := 0.5*(a + b);
      end if;
      if abs(next - h) <= 1e-15*abs(next) then
        n := 200;
      end if;
      h := next;
    end while;
  end exitInside;

  function exitTime3 "When c0 + c1*h + c2*h^2 + c3*h^3 leaves the band of width dQ on either side of zero"
    input Real c0 "Value at h = 0";
    input Real c1 "First derivative";
    input Real c2 "Half the second derivative";
    input Real c3 "A sixth of the third derivative";
    input Real dQ "Half the width of the band";
    output Real h "The least h >= 0 at which it is outside or on the edge; inf: never";
  protected
    Real d "Discriminant of the derivative, a quarter of it";
    Real r1 = -1, r2 = -1 "Where the derivative vanishes, ascending; -1: nowhere";
    Real swap "For a moment";
    Real low = 0, high "A piece on which the cubic is monotonic";
    Real step "Length of the piece";
    Real f "Value at its end";
    Integer k = 1 "Which of r comes next";
    Boolean found = false "Is the exit in this piece?";
  algorithm
    if abs(c3) <= 1e-300 then
      h := exitTime2(c0, c1, c2, dQ);
    elseif c0 == 0 and c1 == 0 and c2 == 0 then
      h := (dQ/abs(c3))^(1/3);
    elseif abs(c0) > dQ then
      h := 0;
    else
      d := c2*c2 - 3*c1*c3;
      if d > 0 then
        // Both roots without cancellation: their product is c1/(3*c3).
        f := -(c2 + (if c2 >= 0 then sqrt(d) else -sqrt(d)));
        r1 := f/(3*c3);
        r2 := if f == 0 then r1 else c1/f;
        if r1 > r2 then
          swap := r1;
          r1 := r2;
          r2 := swap;
        end if;
      end if;
      // No term alone leaves the band sooner than 2*step: pieces of doubling length from there.
      step := 0.5*min(min(dQ/max(abs(c1), dQ/inf), sqrt(dQ/max(abs(c2), dQ/inf))), (dQ/abs(c3))^(1/3));
      while not found and low < inf loop
        while k <= 2 and (if k == 1 then r1 else r2) <= low loop
          k := k + 1;
        end while;
        high := if k <= 2 then min(low + step, if k == 1 then r1 else r2) else low + step;
        f := c0 + high*(c1 + high*(c2 + high*c3));
        found := abs(f) >= dQ;
        if not found then
          low := high;
          step := 2*step;
        end if;
      end while;
      h := if found then exitInside(c0, c1, c2, c3, if f > 0 then dQ else -dQ, low, high) else inf;
    end if;
  end exitTime3;

  package IntegratorQSS1 "First order: the quantized state is constant between events"
    record st "State"
      Integer phase "1: nothing has been sent yet, 2: running";
      Real sigma "Time to the next event";
      Integer n "Values sent so far";
      Real dQ "Quantum";
      Real X "State at the last transition";
      Real u "Its derivative";
      Real y "Quantized state, as sent";
    end st;

    function initst "The initial value is sent at once"
      input Real quantum;
      input Real relQuantum;
      input Real startX;
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := 0;
      out.n := 0;
      out.dQ := max(quantum, relQuantum*abs(startX));
      out.X := startX;
      out.u := 0;
      out.y := startX;
    end initst;

    function int "Quantize anew"
      input st s;
      input Real quantum;
      input Real relQuantum;
      output st sout;
    algorithm
      sout := s;
      sout.phase := 2;
      sout.n := s.n + 1;
      sout.X := s.X + s.u*s.sigma;
      sout.y := sout.X;
      sout.dQ := max(quantum, relQuantum*abs(sout.X));
      sout.sigma := if s.u == 0 then inf else sout.dQ/abs(s.u);
    end int;

    function ext "A new derivative"
      input st s;
      input Real e;
      input Integer bag;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.X := s.X + s.u*e;
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        if x.Type == 1 then
          sout.u := x.Value;
        end if;
      end for;
      if s.phase == 2 then
        sout.sigma := exitTime1(sout.X - s.y, sout.u, s.dQ);
      end if;
    end ext;

    function out "The quantized state that begins now"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[1], s.X + s.u*s.sigma, 1);
    end out;

    model integratorQSS1 "Integrator by the first order QSS method"
      parameter Real quantum = 1 "Quantum, or the least one if there is a relative one";
      parameter Real relQuantum = 0 "Quantum as a part of the magnitude of the state";
      parameter Real startX = 10 "Initial value";
      extends AtomicDEVS(redeclare record State = st);
      redeclare function Fint = int(quantum = quantum, relQuantum = relQuantum);
      redeclare function Fext = ext;
      redeclare function Fout = out;
      redeclare function initState = initst(quantum = quantum, relQuantum = relQuantum, startX = startX);
      Interfaces.inPort inPort1 "Derivative";
      Interfaces.outPort outPort1 "Quantized state";
    equation
      iEvent[1] = inPort1.event;
      iQueue[1] = inPort1.queue;
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end integratorQSS1;
  end IntegratorQSS1;

  package IntegratorQSS2 "Second order: the quantized state is linear between events"
    record st "State"
      Integer phase "1: nothing has been sent yet, 2: running";
      Real sigma "Time to the next event";
      Integer n "Values sent so far";
      Real dQ "Quantum";
      Real X "State at the last transition";
      Real u "Its derivative";
      Real mu "Its second derivative";
      Real q "Quantized state at the last transition";
      Real uq "Slope of the quantized state";
    end st;

    function initst "The initial value is sent at once"
      input Real quantum;
      input Real relQuantum;
      input Real startX;
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := 0;
      out.n := 0;
      out.dQ := max(quantum, relQuantum*abs(startX));
      out.X := startX;
      out.u := 0;
      out.mu := 0;
      out.q := startX;
      out.uq := 0;
    end initst;

    function int "Quantize anew"
      input st s;
      input Real quantum;
      input Real relQuantum;
      output st sout;
    algorithm
      sout := s;
      sout.phase := 2;
      sout.n := s.n + 1;
      sout.X := s.X + s.sigma*(s.u + s.sigma*s.mu/2);
      sout.u := s.u + s.mu*s.sigma;
      sout.q := sout.X;
      sout.uq := sout.u;
      sout.dQ := max(quantum, relQuantum*abs(sout.X));
      sout.sigma := exitTime2(0, 0, s.mu/2, sout.dQ);
    end int;

    function ext "A new derivative, with its slope"
      input st s;
      input Real e;
      input Integer bag;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.X := s.X + e*(s.u + e*s.mu/2);
      sout.u := s.u + s.mu*e;
      sout.q := s.q + s.uq*e;
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        if x.Type == 1 then
          sout.u := x.Value;
          sout.mu := 0;
        elseif x.Type == 2 then
          sout.mu := x.Value;
        end if;
      end for;
      if s.phase == 2 then
        sout.sigma := exitTime2(sout.X - sout.q, sout.u - s.uq, sout.mu/2, s.dQ);
      end if;
    end ext;

    function out "The quantized state that begins now: value and slope"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    algorithm
      sendValue(queue[1], s.X + s.sigma*(s.u + s.sigma*s.mu/2), 1);
      sendValue(queue[1], s.u + s.sigma*s.mu, 2);
    end out;

    model integratorQSS2 "Integrator by the second order QSS method"
      parameter Real quantum = 1 "Quantum, or the least one if there is a relative one";
      parameter Real relQuantum = 0 "Quantum as a part of the magnitude of the state";
      parameter Real startX = 10 "Initial value";
      extends AtomicDEVS(redeclare record State = st);
      redeclare function Fint = int(quantum = quantum, relQuantum = relQuantum);
      redeclare function Fext = ext;
      redeclare function Fout = out;
      redeclare function initState = initst(quantum = quantum, relQuantum = relQuantum, startX = startX);
      Interfaces.inPort inPort1 "Derivative";
      Interfaces.outPort outPort1 "Quantized state";
    equation
      iEvent[1] = inPort1.event;
      iQueue[1] = inPort1.queue;
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end integratorQSS2;
  end IntegratorQSS2;

  package IntegratorQSS3 "Third order: the quantized state is a parabola between events"
    record st "State"
      Integer phase "1: nothing has been sent yet, 2: running";
      Real sigma "Time to the next event";
      Integer n "Values sent so far";
      Real dQ "Quantum";
      Real X "State at the last transition";
      Real u "Its derivative";
      Real mu "Its second derivative";
      Real pu "Its third derivative";
      Real q "Quantized state at the last transition";
      Real uq "Its derivative";
      Real mq "Its second derivative";
    end st;

    function initst "The initial value is sent at once"
      input Real quantum;
      input Real relQuantum;
      input Real startX;
      output st out;
    algorithm
      out.phase := 1;
      out.sigma := 0;
      out.n := 0;
      out.dQ := max(quantum, relQuantum*abs(startX));
      out.X := startX;
      out.u := 0;
      out.mu := 0;
      out.pu := 0;
      out.q := startX;
      out.uq := 0;
      out.mq := 0;
    end initst;

    function int "Quantize anew"
      input st s;
      input Real quantum;
      input Real relQuantum;
      output st sout;
    protected
      Real h = s.sigma;
    algorithm
      sout := s;
      sout.phase := 2;
      sout.n := s.n + 1;
      sout.X := s.X + h*(s.u + h*(s.mu/2 + h*s.pu/6));
      sout.u := s.u + h*(s.mu + h*s.pu/2);
      sout.mu := s.mu + h*s.pu;
      sout.q := sout.X;
      sout.uq := sout.u;
      sout.mq := sout.mu;
      sout.dQ := max(quantum, relQuantum*abs(sout.X));
      sout.sigma := exitTime3(0, 0, 0, s.pu/6, sout.dQ);
    end int;

    function ext "A new derivative, with its first two derivatives"
      input st s;
      input Real e;
      input Integer bag;
      output st sout;
    protected
      stdEvent x;
    algorithm
      sout := s;
      sout.X := s.X + e*(s.u + e*(s.mu/2 + e*s.pu/6));
      sout.u := s.u + e*(s.mu + e*s.pu/2);
      sout.mu := s.mu + e*s.pu;
      sout.q := s.q + e*(s.uq + e*s.mq/2);
      sout.uq := s.uq + e*s.mq;
      for i in 1:queueSize(bag) loop
        x := getEvent(bag);
        if x.Type == 1 then
          sout.u := x.Value;
          sout.mu := 0;
          sout.pu := 0;
        elseif x.Type == 2 then
          sout.mu := x.Value;
        elseif x.Type == 3 then
          sout.pu := x.Value;
        end if;
      end for;
      if s.phase == 2 then
        sout.sigma := exitTime3(sout.X - sout.q, sout.u - sout.uq, (sout.mu - sout.mq)/2, sout.pu/6, s.dQ);
      end if;
    end ext;

    function out "The quantized state that begins now: value and two derivatives"
      input st s;
      input Integer queue[nports];
      input Integer nports;
    protected
      Real h = s.sigma;
    algorithm
      sendValue(queue[1], s.X + h*(s.u + h*(s.mu/2 + h*s.pu/6)), 1);
      sendValue(queue[1], s.u + h*(s.mu + h*s.pu/2), 2);
      sendValue(queue[1], s.mu + h*s.pu, 3);
    end out;

    model integratorQSS3 "Integrator by the third order QSS method"
      parameter Real quantum = 1 "Quantum, or the least one if there is a relative one";
      parameter Real relQuantum = 0 "Quantum as a part of the magnitude of the state";
      parameter Real startX = 10 "Initial value";
      extends AtomicDEVS(redeclare record State = st);
      redeclare function Fint = int(quantum = quantum, relQuantum = relQuantum);
      redeclare function Fext = ext;
      redeclare function Fout = out;
      redeclare function initState = initst(quantum = quantum, relQuantum = relQuantum, startX = startX);
      Interfaces.inPort inPort1 "Derivative";
      Interfaces.outPort outPort1 "Quantized state";
    equation
      iEvent[1] = inPort1.event;
      iQueue[1] = inPort1.queue;
      oEvent[1] = outPort1.event;
      oQueue[1] = outPort1.queue;
    end integratorQSS3;
  end IntegratorQSS3;
end QSS;
