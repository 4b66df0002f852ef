model Part
  Real x = 1;
end Part;
model E0201_same_file
  Part p;
end E0201_same_file;
model Part
  Real x = 2;
end Part;
