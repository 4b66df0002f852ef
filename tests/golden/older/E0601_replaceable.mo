package E0601_replaceable "A replaceable base class is what is redeclared in its place"
  connector Signal
    replaceable type SignalType = Real;
    extends SignalType;
  end Signal;

  connector Out = output Signal;

  type Height = Real(unit = "m", min = 0);

  model Source
    Out y(redeclare type SignalType = Height);
    Out z;
  equation
    y = 1 + time;
    z = 2;
  end Source;

  model Test
    Source a, b "told once, not for each";
    Real v(unit = "m/s") = der(a.y);
  end Test;
end E0601_replaceable;
