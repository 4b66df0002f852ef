// A component has the name of a package around the model that is asked for.
package P
  model A
  end A;
  A Q;
  package Q
    model M
      Real x = 1;
    end M;
  end Q;
end P;
