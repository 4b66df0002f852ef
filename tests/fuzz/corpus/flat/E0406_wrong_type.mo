model M
  Boolean b = 1;
  Integer i = 4/2;
  Real r = "text";
end M;
