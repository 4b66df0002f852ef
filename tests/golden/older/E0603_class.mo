// 'parameter' says of a class what its parts say themselves: it has one meaning (MLS 4.4.4, 4.6).
package E0603_class
  class Data
    parameter Real a = 1;
    parameter Integer n = 2;
  end Data;
  model M
    parameter Data d(a = 3);
    Real y[d.n] = fill(d.a, d.n);
  end M;
end E0603_class;
