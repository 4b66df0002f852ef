type Stroke = enumeration(
  intake "inlet valve open, the piston goes down",
  compression "valves closed, up",
  combustion "valves closed, down",
  exhaust "outlet valve open, up");

partial model Cylinder "A four-stroke engine with one cylinder, a flywheel and a load"
  constant Real pi = 3.14159265358979324;
  parameter Real bore(unit = "m") = 0.086 "diameter of the cylinder";
  parameter Real radius(unit = "m") = 0.043 "of the crank: half of the piston's way";
  parameter Real rod(unit = "m") = 0.143 "length of the connecting rod";
  parameter Real compression_ratio = 9 "largest over least volume";
  parameter Real gamma = 1.4 "adiabatic exponent of air";
  parameter Real p_air(unit = "Pa") = 101325 "outside, and in the crankcase";
  parameter Real J(unit = "kg.m2") = 0.3 "inertia of flywheel, crank and load";
  parameter Real omega_0(unit = "rad/s") = 50 "speed that the starter gives";
  parameter Real load(unit = "N.m.s/rad") = 0.15 "torque of the load over speed";

  final parameter Real area(unit = "m2") = pi * bore^2 / 4 "of the piston";
  final parameter Real V_least(unit = "m3") = 2 * radius * area / (compression_ratio - 1) "at top dead centre";

  Real phi(unit = "rad", start = 0, fixed = true) "crank angle; intake begins at 0";
  Real omega(unit = "rad/s", start = omega_0, fixed = true) "speed";
  Real p(unit = "Pa", start = p_air, fixed = true) "pressure in the cylinder";
  Real V(unit = "m3") "volume of the cylinder";
  Real lever(unit = "m3/rad") "dV/dphi";
  Real torque(unit = "N.m") "of the gas on the crank";
  Stroke stroke(start = Stroke.intake, fixed = true);
  Boolean closed = stroke == Stroke.compression or stroke == Stroke.combustion "both valves";
  discrete Real dead_centre(unit = "rad", start = pi, fixed = true) "where this stroke ends";

  Boolean spark "the mixture is burnt at once";
  Real ratio "of the pressures after and before that";

  Real work(unit = "J", start = 0, fixed = true) "done on the load";
  discrete Real heat(unit = "J", start = 0, fixed = true) "of all combustions so far";
  discrete Real waste(unit = "J", start = 0, fixed = true) "blown out of the exhaust so far";
  Integer cycles(start = 0, fixed = true) "exhaust strokes ended so far";
  Real balance(unit = "J") "energy that came from nowhere: 0";
protected
  Real reach = sqrt(rod^2 - (radius * sin(phi))^2) "of the rod along the cylinder";
equation
  // slider and crank
  V = V_least + area * (radius * (1 - cos(phi)) + rod - reach);
  lever = area * radius * sin(phi) * (1 + radius * cos(phi) / reach);
  torque = (p - p_air) * lever;
  der(phi) = omega;
  J * der(omega) = torque - load * omega;
  // closed: adiabatic; open: the pressure outside
  der(p) = if closed then -gamma * p / V * lever * omega else 0;
  der(work) = load * omega^2;
  assert(omega > 0, "the engine has stalled");

  when phi >= pre(dead_centre) then
    dead_centre = pre(dead_centre) + pi;
    stroke = if pre(stroke) == Stroke.intake then Stroke.compression
      elseif pre(stroke) == Stroke.compression then Stroke.combustion
      elseif pre(stroke) == Stroke.combustion then Stroke.exhaust
      else Stroke.intake;
    waste = pre(waste) + (if pre(stroke) == Stroke.combustion then (p - p_air) * V / (gamma - 1) else 0);
    cycles = pre(cycles) + (if pre(stroke) == Stroke.exhaust then 1 else 0);
  end when;
  when spark then
    heat = pre(heat) + (ratio - 1) * p * V / (gamma - 1);
    reinit(p, ratio * p);
  elsewhen stroke == Stroke.exhaust then
    heat = pre(heat);
    reinit(p, p_air);
  end when;

  // Motion, inner energy of the gas and what the crankcase holds, since the valves closed.
  balance = J * (omega^2 - omega_0^2) / 2 + work - heat + waste + (if closed then
    p * V / (gamma - 1) + p_air * V - p_air * compression_ratio * V_least * gamma / (gamma - 1) else 0);
end Cylinder;

model ControlledEngine "Ignited from outside; a sensor sees the crank shortly before top dead centre"
  extends Cylinder;
  parameter Real sensor(unit = "rad") = pi / 6 "angle before the end of compression";
  input Integer sparks(start = 0) "so far";
  input Real pressure_ratio(start = 1) "of the next combustion";
  Boolean near = stroke == Stroke.compression and phi >= dead_centre - sensor "the sensor sees the crank";
  discrete Real spark_angle(unit = "rad", start = 0, fixed = true) "of the last spark, after top dead centre";
equation
  spark = change(sparks);
  ratio = pressure_ratio;
  when spark then
    spark_angle = phi - (if stroke == Stroke.compression then dead_centre else dead_centre - pi);
  end when;
  annotation(experiment(StopTime = 0.2));
end ControlledEngine;

model Engine "Ignites by itself, at top dead centre"
  extends Cylinder;
  parameter Real pressure_ratio = 3 "of combustion";
equation
  spark = stroke == Stroke.combustion;
  ratio = pressure_ratio;
  annotation(experiment(StopTime = 3, Interval = 0.001, Tolerance = 1e-8));
end Engine;
