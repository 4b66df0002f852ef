// Literals of enumerations may be imported (MLS 13.2.1), by their name, another or in a list; only those that there are.
package P
  type E = enumeration(a, b);
  model M
    import P.E.a;
    import other = P.E.b;
    import P.E.c;
    import P.E.{b, d};
    import P.E.a.*;
    parameter E x = a;
    parameter E y = other;
    parameter E z = b;
  end M;
end P;
