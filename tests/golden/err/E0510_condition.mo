package P
  model Tree
    parameter Boolean more = true;
    Tree left if more;
    Tree right if more;
    Real x = time;
  end Tree;
  model M
    Tree root;
  end M;
end P;
