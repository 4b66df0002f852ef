model ComplexImpedance "Complex numbers: impedance of a series circuit over a sweep of frequency"
  Modelica.Blocks.Sources.LogFrequencySweep sweep(wMin=1, wMax=1000, duration=1);
  Complex z "Impedance of 0.5 Ohm, 0.1 H and 0.01 F in series";
  Real magnitude(unit="Ohm") "Its modulus";
  Modelica.Units.SI.Angle phase "Its argument";
  final parameter Complex j = Modelica.ComplexMath.j;
equation
  z = Complex(0.5) + j*Complex(0.1*sweep.y) + Complex(1)/(j*Complex(0.01*sweep.y));
  magnitude = Modelica.ComplexMath.abs(z);
  phase = Modelica.ComplexMath.arg(z);
  annotation(experiment(StopTime=1));
end ComplexImpedance;
