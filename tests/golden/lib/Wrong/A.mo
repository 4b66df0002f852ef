within Wrong.Sub;
model A
end A;
