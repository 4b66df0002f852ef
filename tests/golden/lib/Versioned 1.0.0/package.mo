package Versioned
  annotation (version = "1.0.0");
end Versioned;
