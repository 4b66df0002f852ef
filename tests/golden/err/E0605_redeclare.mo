model Redeclare
  model A
    model B
      Real x = 1;
    end B;
    replaceable constant Real k = 1;
    B b;
  end A;
  model C
    Real x = 2;
  end C;
  A a(redeclare model B = C, redeclare Real k = 2);
end Redeclare;
