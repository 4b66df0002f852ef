package P
  function texts
    input Real a[:];
    output String s[size(a, 1)];
  algorithm
    s := String(a);
  end texts;
  model M
    String s[2] = texts({1, 2});
  end M;
end P;
