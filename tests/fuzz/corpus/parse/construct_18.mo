model M annotation(A=1); annotation(B=1); end M;
