model Plant "An unstable plant of first order with a sampler (paper 002, equation 6)"
  parameter Real period(unit = "s") = 0.1 "of the samples";
  input Real u(start = 0) "what the controller has sent last";
  Real x(start = 1, fixed = true) "state";
  discrete Real sampled(start = 0, fixed = true) "the state at the last sample";
equation
  der(x) = x - u;
  when sample(0, period) then
    sampled = x;
  end when;
  annotation(experiment(StopTime = 1));
end Plant;
