model Tank
  parameter Real area = 1;
  Real h;
equation
  der(h) = -h/area;
end Tank;

model M
  Tank t(aera = 2);
end M;
