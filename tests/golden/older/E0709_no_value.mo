package Older
  model Tank
    parameter Real level0;
    Real level(start = level0, fixed = true);
  equation
    der(level) = 1;
  end Tank;
  annotation(uses(Modelica(version = "2.2")));
end Older;
model M
  Older.Tank tank;
end M;
