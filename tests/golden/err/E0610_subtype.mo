model Subtype
  model A
    Real x = 1;
  end A;
  model B
    Real x = 2;
    Real y = 3;
  end B;
  model C
    replaceable B b;
  end C;
  C c(redeclare A b);
end Subtype;
