// MLS 9.3.1: as many flow variables as others without a prefix, those of overdetermined types counted
// as the results of equalityConstraint.
model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Plug
    parameter Integer m = 2;
    Pin pin[m];
    Real x;
    input Real u;
  end Plug;
  Plug plug(pin.v = {1, 2}, x = 4, u = 2);
end M;
