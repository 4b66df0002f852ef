// B takes the place of A, but does not say that another may take its own.
package L
  package A
    constant Real c = 1;
  end A;
  package B
    extends A(c = 2);
  end B;
  package C
    extends A(c = 3);
  end C;
  model Part
    replaceable package Medium = A;
    Real y = Medium.c;
  end Part;
  model Sub
    extends Part(redeclare package Medium = B);
  end Sub;
  model M
    Sub s(redeclare package Medium = C);
  end M;
end L;
