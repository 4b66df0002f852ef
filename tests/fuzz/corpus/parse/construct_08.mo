package P model A end A; redeclare model extends A(x=1) "y" Real z; end A;redeclare replaceable function extends f end f; end P;
