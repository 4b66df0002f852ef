package P
  model Tree
    parameter Integer n = 2;
    Tree branch[n](n = fill(n, n));
    Real x = time;
  end Tree;
  model M
    Tree root;
  end M;
end P;
