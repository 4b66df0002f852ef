model Ball "bounces, and loses a part of its speed each time"
  parameter Real e = 0.8;
  parameter Real g = 9.81;
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Integer bounces(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h <= 0 then
    reinit(v, -e * pre(v));
    bounces = pre(bounces) + 1;
  end when;
end Ball;
