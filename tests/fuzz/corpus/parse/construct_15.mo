function f external "FORTRAN 77" y = g(x, size(x, 1), 2) annotation(Library="m");annotation(Inline=true); end f;
