within DEVSLib;
package Random "Random numbers: a stream is a value, and each draw gives the next one"
  record Stream "State of the generator MRG32k3a (L'Ecuyer 1999): whole numbers below 2^32, exact as Reals"
    Real a1 "First recurrence, three values back";
    Real a2 "First recurrence, two values back";
    Real a3 "First recurrence, one value back";
    Real b1 "Second recurrence, three values back";
    Real b2 "Second recurrence, two values back";
    Real b3 "Second recurrence, one value back";
  end Stream;

  function scatter "The next value of a small generator, x*48271 modulo 2^31 - 1"
    input Real x "From 1 to 2^31 - 2";
    output Real y "Likewise";
  algorithm
    y := x*48271;
    y := y - floor(y/2147483647)*2147483647;
  end scatter;

  function initStream "The beginning of a stream"
    input Integer seed "Any whole number: other seeds, other streams";
    output Stream s;
  protected
    Real x = 1 + abs(seed) - floor(abs(seed)/2147483646.0)*2147483646;
    Real v[6];
  algorithm
    for i in 1:10 loop
      x := scatter(x);
    end for;
    if seed < 0 then
      x := 2147483647 - x;
    end if;
    for i in 1:6 loop
      x := scatter(x);
      v[i] := x;
    end for;
    s := Stream(v[1], v[2], v[3], v[4], v[5], v[6]);
  end initStream;

  function remainder "p modulo m, exact for magnitudes below 2^53"
    input Real p;
    input Real m;
    output Real r "From 0 to m - 1";
  algorithm
    r := p - floor(p/m)*m;
    if r < 0 then
      r := r + m;
    elseif r >= m then
      r := r - m;
    end if;
  end remainder;

  function next "A number between 0 and 1, both excluded"
    input Stream s;
    output Real u "Uniform between 0 and 1";
    output Stream sout "The stream after it";
  protected
    Real p, q "Next values of the recurrences";
  algorithm
    p := remainder(1403580*s.a2 - 810728*s.a1, 4294967087);
    q := remainder(527612*s.b3 - 1370589*s.b1, 4294944443);
    sout := Stream(s.a2, s.a3, p, s.b2, s.b3, q);
    u := (if p > q then p - q else p - q + 4294967087)/4294967088;
  end next;

  function uniform "Uniform between two bounds"
    input Stream s;
    input Real low = 0 "Lower bound";
    input Real high = 1 "Upper bound";
    output Real x;
    output Stream sout "The stream after it";
  algorithm
    (x, sout) := next(s);
    x := low + (high - low)*x;
  end uniform;

  function exponential "Exponential distribution"
    input Stream s;
    input Real mean = 1 "Its mean";
    output Real x;
    output Stream sout "The stream after it";
  algorithm
    (x, sout) := next(s);
    x := -mean*log(x);
  end exponential;

  function normal "Normal distribution (Box and Muller)"
    input Stream s;
    input Real mean = 0 "Its mean";
    input Real deviation = 1 "Its standard deviation";
    output Real x;
    output Stream sout "The stream after it";
  protected
    Real u, v;
    Stream between "After the first of two draws";
  algorithm
    (u, between) := next(s);
    (v, sout) := next(between);
    x := mean + deviation*sqrt(-2*log(u))*cos(2*Modelica.Constants.pi*v);
  end normal;

  function lognormal "Distribution whose logarithm is normal"
    input Stream s;
    input Real mean = 0 "Mean of the logarithm";
    input Real deviation = 1 "Standard deviation of the logarithm";
    output Real x;
    output Stream sout "The stream after it";
  algorithm
    (x, sout) := normal(s, mean, deviation);
    x := exp(x);
  end lognormal;

  function triangular "Triangular distribution"
    input Stream s;
    input Real low = 0 "Least value";
    input Real mode = 0.5 "Most likely value";
    input Real high = 1 "Largest value";
    output Real x;
    output Stream sout "The stream after it";
  algorithm
    (x, sout) := next(s);
    if x*(high - low) < mode - low then
      x := low + sqrt(x*(high - low)*(mode - low));
    else
      x := high - sqrt((1 - x)*(high - low)*(high - mode));
    end if;
  end triangular;

  function weibull "Weibull distribution"
    input Stream s;
    input Real scale = 1 "Its scale";
    input Real shape = 1 "Its shape";
    output Real x;
    output Stream sout "The stream after it";
  algorithm
    (x, sout) := next(s);
    x := scale*(-log(x))^(1/shape);
  end weibull;

  function erlang "Sum of exponential phases"
    input Stream s;
    input Real mean = 1 "Mean of the sum";
    input Integer phases = 1 "How many";
    output Real x;
    output Stream sout "The stream after it";
  protected
    Real u;
  algorithm
    x := 0;
    sout := s;
    for i in 1:phases loop
      (u, sout) := next(sout);
      x := x - mean/phases*log(u);
    end for;
  end erlang;

  function discreteUniform "Whole numbers, all equally likely"
    input Stream s;
    input Integer low = 0 "Least";
    input Integer high = 1 "Largest";
    output Integer k;
    output Stream sout "The stream after it";
  protected
    Real u;
  algorithm
    (u, sout) := next(s);
    k := low + integer(floor(u*(high - low + 1)));
  end discreteUniform;

  function bernoulli "True with a probability"
    input Stream s;
    input Real p = 0.5 "The probability";
    output Boolean b;
    output Stream sout "The stream after it";
  protected
    Real u;
  algorithm
    (u, sout) := next(s);
    b := u < p;
  end bernoulli;

  function choice "One of several numbers, by their weights"
    input Stream s;
    input Real weight[:] "Of each; need not add up to 1";
    output Integer k "Which one, from 1";
    output Stream sout "The stream after it";
  protected
    Real u;
  algorithm
    (u, sout) := next(s);
    u := u*sum(weight);
    k := 1;
    while k < size(weight, 1) and u >= weight[k] loop
      u := u - weight[k];
      k := k + 1;
    end while;
  end choice;

  function geometric "Failures before the first success"
    input Stream s;
    input Real p = 0.5 "Probability of a success";
    output Integer k;
    output Stream sout "The stream after it";
  protected
    Real u;
  algorithm
    (u, sout) := next(s);
    k := if p >= 1 then 0 else integer(floor(log(u)/log(1 - p)));
  end geometric;

  function poisson "Number of events of a Poisson process in a unit of time"
    input Stream s;
    input Real mean = 1 "How many on average";
    output Integer k;
    output Stream sout "The stream after it";
  protected
    Real u;
    Real t "Time of the next event";
  algorithm
    (u, sout) := next(s);
    t := -log(u)/mean;
    k := 0;
    while t < 1 loop
      (u, sout) := next(sout);
      t := t - log(u)/mean;
      k := k + 1;
    end while;
  end poisson;
end Random;
