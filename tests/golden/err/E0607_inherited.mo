model Twice
  model Base
    Real x = 2;
  end Base;
  extends Base;
  Integer x = 1;
end Twice;
