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
    Real hidden;
  end C;
  R r;
  C c;
end Contents;
