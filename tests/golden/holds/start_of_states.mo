// A large steady state: what is computed from the states (re, nu, alpha) has no start values, and no
// value at zero. The states are what is iterated, the rest follows on them.
model start_of_states
  constant Integer n = 60;
  Real T[n](each start = 300);
  Real re[n], a[n], b[n], c[n], nu[n], alpha[n], q[n], k[n], h[n + 1];
initial equation
  der(T) = zeros(n);
equation
  h[1] = 400 - T[1];
  for i in 1:n loop
    re[i] = 10*T[i] + 0.01*T[i]^2;
    a[i] = log(re[i]);
    b[i] = log(a[i]);
    c[i] = sqrt(b[i]);
    nu[i] = 50*log(1 + c[i])*sqrt(re[i])/a[i];
    k[i] = 0.02 + 1e-4*T[i];
    nu[i] = alpha[i]*5/k[i];
    q[i] = 0.01*alpha[i]*(290 - T[i]);
    h[i + 1] = if i < n then T[i] - T[min(i + 1, n)] else 0;
    der(T[i]) = h[i] - h[i + 1] + q[i];
  end for;
  assert(abs(h[1] + sum(q)) < 1e-4, "what comes in goes out");
  assert(T[1] > 290 and T[1] < 400, "between the boundaries");
  annotation(experiment(StopTime = 1));
end start_of_states;
