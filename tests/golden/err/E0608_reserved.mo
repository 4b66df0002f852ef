model Reserved
  type E = enumeration(start, stop);
  Real Integer = 3;
end Reserved;
