model Lookup
  model A
    Real x = 2;
    model B
      Real y = 3;
    end B;
  end A;
  A a;
  A.B b;
  a.B c;
end Lookup;
