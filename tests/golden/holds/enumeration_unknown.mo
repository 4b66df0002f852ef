// An enumeration begins with its first literal (MLS 4.9), also where its start value is what the initial
// equations determine.
model enumeration_unknown
  type Mode = enumeration(low, middle, high);
  parameter Mode first(fixed = false);
  Mode mode(fixed = false, start = first);
  Real y;
initial equation
  first = Mode.high;
equation
  mode = first;
  y = Integer(mode)*time;
  assert(abs(y - 3*time) < 1e-9, "the mode is the third");
end enumeration_unknown;
