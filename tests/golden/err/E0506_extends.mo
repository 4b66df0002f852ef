model E0506_extends
  package Constants
    constant Real c = 1;
  end Constants;
  package Other = Constants(cc = 2);
  model Base
    Real x = Other.c;
  end Base;
  model Heir
    extends Base(z = 1);
  end Heir;
  model Short = Base(w = 1);
  Heir heir;
  Short short;
end E0506_extends;
