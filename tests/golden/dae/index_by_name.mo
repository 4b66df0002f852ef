model IndexByName "Positions that functions find by a name are known: no equation reads all elements"
  function at
    input String name;
    output Integer k;
  protected
    constant String names[3] = {"a", "b", "c"};
  algorithm
    k := -1;
    for i in 1:3 loop
      if names[i] == name then
        k := i;
      end if;
    end for;
    assert(k > 0, "there is no " + name);
  end at;
  function second
    input Real x[3];
    output Real y;
  protected
    Real z;
  algorithm
    z := x[at("b")];
    y := z*z;
  end second;
  Real x[3];
  Real y;
equation
  x[at("a")] = time;
  x[at("c")] = 2*x[at("a")];
  x[at("b")] = x[at("c")] + 1;
  y = second(x);
end IndexByName;
