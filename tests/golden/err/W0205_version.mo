model M
  import Versioned.A;
  annotation (uses(Versioned(version = "3.0")));
end M;
