package P
  package A
    constant Real x = 1;
  protected
    constant Real hidden = 2;
  end A;
  package B
    constant Real x = 2;
  end B;
  model M
    import P.A.*;
    import P.B.*;
    import P.A.hidden;
    Real y = x;
    Real z = hidden;
  end M;
end P;
model Imports
  extends P.M;
end Imports;
