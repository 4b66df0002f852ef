// An import clause names a definition of a package (MLS 13.2.1), also if nothing uses it.
package P
  package Q
    constant Real a = 1;
  end Q;
  model M
    import Nowhere.Nothing;
    import N = P.Nothing;
    import P.Q.{a, b};
    import P.Nothing.*;
    import R = P.Q;
    Real x = a;
  end M;
end P;
