model c_math "C's functions are the predefined ones, with their derivatives"
  function sine
    input Real u;
    output Real y;
  external "C" y = sin(u);
  end sine;

  function exchanged
    input Real x;
    input Real y;
    output Real z;
  external "C" z = atan2(y, x);
  end exchanged;

  Real s = sine(time);
  Real c = der(s);
  Real a = exchanged(time, 1);
end c_math;
