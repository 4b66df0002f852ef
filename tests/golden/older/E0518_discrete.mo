model M
  discrete Real x = 1;
end M;
