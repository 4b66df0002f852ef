model M
  import Ordered.*;
end M;
