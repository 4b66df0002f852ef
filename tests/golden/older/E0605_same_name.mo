// The component is not replaceable: a class of the same name is another type (MLS 7.3.3). The same
// class again is none.
package P
  model A
    parameter Real p = 1;
    Real x = p;
  end A;
  package Other
    model A
      parameter Real p = 1;
      Real x = -p;
    end A;
  end Other;
  model Part
    A a;
  end Part;
  model M
    Part other(redeclare Other.A a(p = 3));
    Part same(redeclare P.A a(p = 3));
  end M;
end P;
