model Spatial
  Real x(start = 0), y, z;
equation
  der(x) = 1;
  (y, z) = spatialDistribution(1, 0, x, true, {0, 1}, {0, 0});
end Spatial;
