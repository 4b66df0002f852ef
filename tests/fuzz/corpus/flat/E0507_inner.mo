package P
  partial model Field
    Real g;
  end Field;
  model Body
    outer Field field;
    Real a = field.g;
  end Body;
  model M
    Body b;
  end M;
end P;
