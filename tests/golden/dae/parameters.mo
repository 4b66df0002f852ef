model Parameters "Values known at compile time, values of a run, and values found at the start"
  constant Real two = 2;
  final parameter Real four = two*two;
  parameter Integer n = 3 annotation(Evaluate = true);
  parameter Real p = 5;
  parameter Real q = p*four "follows p";
  final parameter Real r = p + 1 "cannot be known: p may be set";
  parameter Real found(fixed = false, start = 1);
  parameter Real after = 2*found "found with it";
  parameter Real none(start = 7);
  parameter Real mass = 0 "decides about a derivative, so it is taken as known";
  Real x(start = n, fixed = true, nominal = 10*four);
  Real v(start = p);
  Real f = sin(time);
initial equation
  found = x + 1;
equation
  der(x) = -found*x + n*r + none;
  if mass > 0 then
    mass*der(v) = f;
  else
    v = f + q;
  end if;
end Parameters;
