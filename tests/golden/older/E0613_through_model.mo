// A class of a model that has components, from outside: it is the same class (MLS 5.3.2).
package E0613_through_model
  model Cell
    model Inside
      Real x = time;
    end Inside;
    Real y;
  equation
    y = 1;
  end Cell;
  model M
    Cell.Inside c;
  end M;
end E0613_through_model;
