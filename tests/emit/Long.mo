model Long "More code than one C function takes, with branches where it is cut"
  parameter Integer n = 12;
  Real x[n](each start = 0.1, each fixed = true);
  Real y[n];
equation
  for i in 1:n loop
    y[i] = noEvent(if x[i] > i / 10 then sin(x[i]) + sqrt(x[i]) * exp(-i * x[i]) + log(x[i] + i)
      else cos(x[i]) + exp(x[i]) / (i + x[i]));
    der(x[i]) = sum(noEvent(if x[j] > y[i] then y[i] * exp(-x[j] / j) else sqrt(abs(x[j]))) for j in 1:n) / n - x[i];
  end for;
  annotation(experiment(StopTime = 2));
end Long;
