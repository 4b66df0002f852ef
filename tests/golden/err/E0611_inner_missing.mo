package P
  model Field
    parameter Real g = 1;
  end Field;
  model Other
    parameter Real g = 1;
  end Other;
  model A
    outer Field field;
    Real a = field.g;
  end A;
  model B
    outer Other field;
    Real b = field.g;
  end B;
  model M
    A a;
    B b;
  end M;
end P;
