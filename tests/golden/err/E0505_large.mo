model M
  Real a = sum(fill(time, 1000000000));
  Real b = sum(fill(time, 1000000000000, 1000000000000));
  Real c = sum(identity(1000000));
  Real d = sum(zeros(100000, 100000)) + time;
  Real e = sum(linspace(0, 1, 1000000000)) + time;
end M;
