model Prefixes
  model M
    Real x = 1;
  end M;
  connector C
    Real e;
    flow Integer f;
  end C;
  parameter M m;
  C c;
end Prefixes;
