type E = enumeration(:); type F = enumeration();
