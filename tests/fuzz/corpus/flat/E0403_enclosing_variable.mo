package P
  model M
    Real x = time;
    model N
      Real y = x;
    end N;
    N n;
  end M;
end P;
