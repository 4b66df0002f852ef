model M
  parameter String file = "C:\data\x.txt";
  parameter String good = "a\n\t\"b\"\\ \' \? \a\b\f\r\v";
end M;
