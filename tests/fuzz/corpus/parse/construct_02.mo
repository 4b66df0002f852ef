within; model A end A;
