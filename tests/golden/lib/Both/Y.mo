within Both;
model Y
end Y;
