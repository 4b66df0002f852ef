function f external a.beach(A); end f; function h external k(1); end h;
