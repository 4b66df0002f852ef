model Final
  model A
    final parameter Real k = 1;
    Real x(final unit = "m") = k;
  end A;
  A a(k = 2);
  A b(x(unit = "s"));
end Final;
