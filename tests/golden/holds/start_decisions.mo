// The relations p[i] < 3 are false before anything is known; with that the function has no value at
// the start values, and there are too many of them to try all. The start values decide.
model start_decisions
  function density
    input Real p;
    input Integer phase;
    output Real d;
  algorithm
    assert(phase == 1 or p >= 3, "no value of two phases");
    d := if phase == 1 then p^3 else 24 + p;
  end density;
  constant Integer n = 12;
  Real p[n](each start = 2);
  Real d[n];
  Integer phase[n];
initial equation
  der(p) = zeros(n);
equation
  for i in 1:n loop
    phase[i] = if p[i] < 3 then 1 else 2;
    d[i] = density(p[i], phase[i]);
    der(p[i]) = 2.2^3 - d[i] + 0.1*(sum(p)/n - p[i]);
    assert(abs(p[i] - 2.2) < 1e-6, "p[i] is the solution of one phase");
  end for;
  annotation(experiment(StopTime = 1));
end start_decisions;
