model M
  Real x = 12345678901234567890;
end M;
