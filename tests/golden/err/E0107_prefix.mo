model M
  parameter final Real a = 1;
  input output Real b;
  flow flow Real c;
  parameter constant Real d = 2;
  parameter model N
  end N;
  N n(final each x = 1);
  pure model P
  end P;
end M;
