within A.B; model C "x" + "y" end C;
