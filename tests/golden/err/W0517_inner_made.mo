package P
  model World
    parameter Real g = 9.81;
  end World;
  model Body
    outer World world;
    Real a = world.g;
  end Body;
  model M
    Body b;
  end M;
end P;
