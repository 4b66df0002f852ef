model M extends A(redeclare function f = g(x=1), redeclare operator record C = D);end M;
