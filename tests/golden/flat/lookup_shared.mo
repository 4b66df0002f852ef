model lookup_shared "One text, instances in which a name of it leads to different classes"
  package P1
    type T = Real(unit = "m");
  end P1;
  package P2
    type T = Real(unit = "s");
  end P2;
  model Outer
    replaceable package P = P1;
    replaceable type S = Real(min = 1);
    model Inner "its text names P and S, which it does not have"
      P.T x = 1;
      S y = 2;
    end Inner;
    model Heir
      extends Inner;
      S z = 3;
    end Heir;
    Inner i, j;
    Heir h;
  end Outer;
  model Base1
    type T = Real(max = 5);
  end Base1;
  model Base2
  end Base2;
  type T = Real(max = 7);
  model WithBase "T is inherited, or found outside"
    replaceable model B = Base2;
    extends B;
    T x = 4;
  end WithBase;
  model Short = WithBase(redeclare model B = Base1);
  Outer a, b(redeclare package P = P2, redeclare type S = Real(min = 2)), c;
  WithBase d, e(redeclare model B = Base1), f[2];
  Short g;
end lookup_shared;
