// A record that has a value as a whole, and a part of it that is given another one.
model E0607_part_of_value
  record Pair
    parameter Real x = 1;
    parameter Real y = 2;
  end Pair;
  model Part
    Pair inner_pair = Pair(7, 8);
    Pair free(x = 3);
  end Part;
  Pair beside(x = 5) = Pair(7, 8);
  Part part(inner_pair(x = 3), free = Pair(9, 9));
  Part attributes(inner_pair(x(min = 0)));
end E0607_part_of_value;
