model Drive "a motor with a step of its voltage"
  parameter Real R = 0.5, L = 0.01, k = 0.1, J = 0.002, b = 0.001;
  Real i(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  L*der(i) = (if time < 0.5 then 12 else 6) - R*i - k*w;
  J*der(w) = k*i - b*w;
  annotation(experiment(StopTime = 1, Interval = 0.005));
end Drive;
