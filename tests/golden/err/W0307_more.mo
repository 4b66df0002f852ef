model W0307_more "Angles in degrees, units to show values in, functions that add what they are given"
  function add
    input Real a, b;
    output Real y;
  algorithm
    y := a + b;
  end add;
  Real angle(unit = "deg") = time;
  Real s = sin(angle);
  Real length(unit = "m", displayUnit = "kg") = time;
  Real width(unit = "m", displayUnit = "mm") = time;
  Real duration(unit = "s") = 2;
  Real sum = add(length, duration);
  Real area = add(length, width);
  Real mass(unit = "kg"), other(unit = "kg");
equation
  mass = spatialDistribution(length, length, time, true, {0, 1}, {0, 0});
  (other, ) = spatialDistribution(mass, mass, time, true, {0, 1}, {0, 0});
end W0307_more;
