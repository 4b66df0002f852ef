model M "d" annotation(A=1); Real x; annotation(B(c={1, 2})); equation x = 1;annotation(C="x\"y)"); end M;
