function f external a.b = g(); end f; function h external k(1); end h;
