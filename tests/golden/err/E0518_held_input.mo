// x is discrete and has the value that u had at the last event: x > 0.5 makes no events of its own.
model E0518_held_input
  input Real u;
  discrete Real x;
  Real y;
equation
  x = u;
  when x > 0.5 then
    y = time;
  end when;
end E0518_held_input;
