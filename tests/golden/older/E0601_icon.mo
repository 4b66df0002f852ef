// A package takes the icon of a record.
package L
  record Icon
  end Icon;
  package D
    extends Icon;
    constant Real c = 4;
  end D;
  model M
    Real y = D.c;
  end M;
end L;
