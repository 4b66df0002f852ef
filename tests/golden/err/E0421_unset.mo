package Older
  function second "What a list has at most twice"
    input Real x[:];
    output Real y;
  protected
    Integer found;
    Real last;
  algorithm
    for i in 1:size(x, 1) loop
      if x[i] > 0 then
        found := found + 1;
        last := x[i];
      end if;
    end for;
    y := if found > 1 then last else 0;
  end second;
  annotation(uses(Modelica(version = "2.2.1")));
end Older;
model M
  Real y = Older.second({1, time, 3});
end M;
