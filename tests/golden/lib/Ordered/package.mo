package Ordered
  constant Real c = 1;
end Ordered;
