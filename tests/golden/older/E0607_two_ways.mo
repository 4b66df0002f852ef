// Inherited twice: with different values, prefixes, conditions or modifiers; and what is the same.
model E0607_two_ways
  model Base
    parameter Real a = 1;
    parameter Real set = 1;
    parameter Real same = 1;
  end Base;
  model Left
    extends Base(a = 2, set = 2, same = 3);
    Real x(start = 1) = time;
    parameter Real p = 1;
    Base part if true;
    Real alike(min = 0) = 1 "one";
  end Left;
  model Right
    extends Base(a = 4, set = 4, same = 3);
    Real x(start = 2) = time;
    Real p = 1;
    Base part if false;
    Real alike(min = 0) = 1 "the other";
  end Right;
  model Both
    extends Left;
    extends Right;
  end Both;
  Both both(set = 5);
end E0607_two_ways;
