within Modelica;
package Constants "Numbers of mathematics, of the machine and of nature"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;
  import Modelica.Units.NonSI;

  // Mathematics
  final constant Real e(final unit="1") = 2.718281828459045235 "Base of the natural logarithm";
  final constant Real pi = 3.141592653589793238 "Half circumference of the unit circle";
  final constant Real D2R(final unit="rad/deg") = pi/180 "Radian per degree";
  final constant Real R2D(final unit="deg/rad") = 180/pi "Degree per radian";
  final constant Real gamma(final unit="1") = 0.57721566490153286061 "Euler's constant";

  // Machine
  final constant Real eps = ModelicaServices.Machine.eps "Distance from 1 to the next number";
  final constant Real small = ModelicaServices.Machine.small "Smallest normal number";
  final constant Real inf = ModelicaServices.Machine.inf "Largest number";
  final constant Integer Integer_inf = ModelicaServices.Machine.Integer_inf "Largest Integer";

  // Nature (CODATA, SI of 2019)
  final constant SI.Velocity c = 299792458 "Speed of light in vacuum";
  final constant SI.Acceleration g_n = 9.80665 "Standard acceleration of free fall";
  final constant Real G(final unit="m3/(kg.s2)") = 6.67430e-11 "Gravitational constant";
  final constant SI.ElectricCharge q = 1.602176634e-19 "Elementary charge";
  final constant SI.FaradayConstant F = q*N_A "Charge of one mole of electrons";
  final constant Real h(final unit="J.s") = 6.62607015e-34 "Planck constant";
  final constant Real k(final unit="J/K") = 1.380649e-23 "Boltzmann constant";
  final constant Real R(final unit="J/(mol.K)") = k*N_A "Molar gas constant";
  final constant Real sigma(final unit="W/(m2.K4)") = 2*pi^5*k^4/(15*h^3*c^2) "Stefan-Boltzmann constant";
  final constant Real N_A(final unit="1/mol") = 6.02214076e23 "Avogadro constant";
  final constant SI.Permeability mu_0 = 1.25663706212e-6 "Permeability of vacuum";
  final constant Real epsilon_0(final unit="F/m") = 1/(mu_0*c*c) "Permittivity of vacuum";
  final constant NonSI.Temperature_degC T_zero = -273.15 "Absolute zero on the Celsius scale";

  annotation(Documentation(info="<html>
<p>Constants of nature follow the SI of 2019; those it does not fix are the CODATA values of 2018.</p>
</html>"));
end Constants;
