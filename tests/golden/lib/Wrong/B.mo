model B
end B;
