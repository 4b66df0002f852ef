package P
  partial impure function Reader
    output Real t;
  end Reader;
  function read
    extends Reader;
  algorithm
    t := 1;
  end read;
  model M
    parameter Real p = read();
  end M;
end P;
