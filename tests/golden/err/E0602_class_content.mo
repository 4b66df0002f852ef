model Contents
  record R
    Real x;
  equation
    x = 1;
  end R;
  connector C
    Real e;
    flow Real f;
  protected
    parameter Real hidden = 1;
  end C;
  R r;
  C c;
end Contents;
