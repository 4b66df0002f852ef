// A component has the name of the model that is asked for: the last one of the file.
package P
  model A
  end A;
  A M;
  model M
    Real x = 1;
  end M;
end P;
