package P
  model Field
    parameter Real g = 1;
  end Field;
  model Body
    outer Field field;
    Real a = field.g;
  end Body;
  model Group
    inner Field field(g = 2);
    Body b;
  end Group;
  model M
    inner Field field(g = 3);
    Body b;
    Group group;
  end M;
end P;
