package P
  model A
    Real x = 1;
  end A;
  model M
    extends A(break y, break connect(x, y));
  end M;
end P;
