within Both;
model X
end X;
