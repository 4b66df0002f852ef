package P
  operator record Pair
    Real a, b;
    encapsulated operator '+'
      import P.Pair;
      function add
        input Pair x;
        input Pair y;
        output Pair z;
      algorithm
        z := Pair(x.a + y.a, x.b + y.b);
      end add;
    end '+';
  end Pair;
  model M
    Pair p = Pair(1, 2);
    Pair q = p*p;
  end M;
end P;
