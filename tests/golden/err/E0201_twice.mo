model M
  import Twice.A;
  import Both.X;
end M;
