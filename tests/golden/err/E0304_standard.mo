// Connectors named as those of the standard library tell what fixes their potentials.
package Modelica
  package Electrical
    package Analog
      connector Pin
        Real v(unit = "V");
        flow Real i;
      end Pin;
      partial model OnePort
        Pin p, n;
        Real v, i;
      equation
        v = p.v - n.v;
        0 = p.i + n.i;
        i = p.i;
      end OnePort;
      model Resistor
        extends OnePort;
        parameter Real R = 1;
      equation
        v = R*i;
      end Resistor;
      model Source
        extends OnePort;
      equation
        v = 10;
      end Source;
    end Analog;
  end Electrical;
  model Circuit
    Electrical.Analog.Source s;
    Electrical.Analog.Resistor r;
  equation
    connect(s.p, r.p);
    connect(s.n, r.n);
  end Circuit;
end Modelica;
