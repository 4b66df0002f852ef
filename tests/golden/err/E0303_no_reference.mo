// A circuit of the library with nothing that fixes its potentials, and open ends.
model E0303_no_reference
  Modelica.Electrical.Analog.Basic.Resistor R(R = 1);
  Modelica.Electrical.Analog.Basic.Capacitor C(C = 1);
equation
  connect(R.n, C.p);
end E0303_no_reference;
