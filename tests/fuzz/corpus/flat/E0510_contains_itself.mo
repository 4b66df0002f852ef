package P
  model A
    A a;
  end A;
  model M
    A a;
  end M;
end P;
