// Units that equations tell; the contradiction is counted, and told by `check`.
model Units
  type Length = Real(unit = "m");
  parameter Real k = 3 "a number with a name is left alone";
  parameter Length side = 2;
  parameter Real area = side^2;
  Real x(start = 1, unit = "m"), v, a, force, power, ratio;
  Real mass(unit = "kg") = 2;
  Real chain1, chain2, chain3;
  Real rough, angle(unit = "deg") = 30, price(unit = "EUR") = 1;
  Real hetero[2](unit = {"m", "s"}) = {1, 2};
  Integer n = 2;
equation
  der(x) = v;
  der(v) = a;
  mass*a = force;
  force = -4*x*ratio;
  power = force*v;
  chain1 = chain2;
  chain2 = chain3;
  chain3 = n*v;
  rough = 1.7*x + k;
  ratio = hetero[1]/x + mass;
end Units;
