model E0507_class
  model A
    outer Real x;
    outer model M
      Real y;
    end M;
    M m;
  end A;
  inner model x = A;
  inner Real M = 1;
  A a;
end E0507_class;
