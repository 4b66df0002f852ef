package Versioned
  model A
  end A;
  annotation (version = "2.0.0", conversion(noneFromVersion = "1.5.0"));
end Versioned;
