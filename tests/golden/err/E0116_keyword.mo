moedl M
  paramter Real p = 1;
  Real x;
equatoin
  der(x) = p;
  whne x > 1 then
    reinit(x, 0);
  end when;
  if x > 2 than
    p = 1;
  end if;
end M;
