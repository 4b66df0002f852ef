model E0112_escape "A backslash that begins no escape stands for itself"
  parameter String picture = "Figs\New.png";
  parameter String other = "Figs\Old.png" "told once in a text";
equation
  assert(picture == "Figs\\New.png", "kept");
end E0112_escape;
