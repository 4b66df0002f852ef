model SpatialPoints "the profile at the start cannot change while the model runs"
  Real x(start = 0, fixed = true), a, b;
equation
  der(x) = 1;
  (a, b) = spatialDistribution(1, 2, x, true, {0, 1}, {x, 2});
end SpatialPoints;
