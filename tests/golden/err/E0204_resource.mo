model M
  parameter String good = "modelica://Versioned/Resources/x.txt";
  parameter String bad = "modelica://NoSuchLibrary/Resources/x.txt";
end M;
