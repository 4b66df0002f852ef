type E = enumeration(a, b "two", c annotation(X=1)) "doc" annotation(Y=2);
