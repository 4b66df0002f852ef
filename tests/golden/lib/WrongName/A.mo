within WrongName;
model B
end B;
