package P
  model Circuit
    Real x;
  end Curcuit;
  model Tank
    Real h;
  equation
    if h > 1 then
      h = 1;
    end for;
  end;
  model Pump
  equation
    end when;
  end model;
end P;
end Q;
