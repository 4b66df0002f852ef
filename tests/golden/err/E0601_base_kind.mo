model Derived
  package Base
    constant Real x = 2;
  end Base;
  extends Base;
end Derived;
