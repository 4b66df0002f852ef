model Ball
  parameter Real gravity = 9.81;
  Real height(start = 1), velocity;
equation
  der(height) = velocty;
  der(velocity) = -gravty;
end Ball;
