// Where units agree, or may: nothing is said.
package P
  type Length = Real(unit = "m");
  type Time = Real(unit = "s");
  type Velocity = Real(unit = "m/s");
  function clamp "generic: what goes in comes out"
    input Real u;
    input Real limit;
    output Real y;
  algorithm
    y := min(u, limit);
  end clamp;
  function reused "one variable for several things"
    input Length x;
    input Time t;
    output Velocity v;
  protected
    Real h;
    constant Real one(unit = "m") = 1;
  algorithm
    h := x + one;
    h := h/t;
    v := h;
  end reused;
  block Gain
    parameter Real k(unit = "1") = 2;
    input Real u;
    output Real y;
  equation
    y = k*u;
  end Gain;
  model Switch "a curve parameter, with constants that carry units"
    Real s(unit = "1");
    input Real v(unit = "V");
    Real i(unit = "A");
    parameter Real R(unit = "Ohm") = 1;
    constant Real unitV(unit = "V") = 1;
    constant Real unitA(unit = "A") = 1;
  equation
    v = s*unitA*(if s > 0 then R else 1);
    i = s*unitV*(if s > 0 then 1 else 2)/R;
  end Switch;
  model M
    parameter Real tolerance = 1e-3 "a number for many things";
    parameter Length l = 2;
    parameter Time T = 3;
    Length x(start = 1, fixed = true), y, state[2];
    Velocity v;
    Real kmh(unit = "km/h"), w(unit = "rad/s"), f(unit = "Hz"), turns(unit = "rev/min");
    Real celsius(unit = "degC"), kelvin(unit = "K"), rise(unit = "K");
    Real angle(unit = "deg"), phi(unit = "rad"), share(unit = "%");
    Real energy(unit = "J"), work(unit = "N.m"), power(unit = "W"), u(unit = "V"), i(unit = "A");
    Real force(unit = "N"), mass(unit = "kg") = 2, pressure(unit = "Pa"), price(unit = "EUR/h");
    Real g = 9.81, density;
    Real coefficients[3], sum;
    Gain gain1, gain2;
    Switch switch;
    Boolean near;
  equation
    der(x) = v;
    v = clamp(x/T, 3) + reused(x, T);
    y = l*sin(2*3.14159265358979*f*time) + sqrt(x^2 + l*l) - 0.3 + abs(l)*exp(-time/T);
    state = {x, if time > 1 then y else 0};
    kmh = 3.6*v;
    f = 1/T;
    w = 2*f + der(phi);
    turns = w*9.549296585513721;
    kelvin = celsius + 273.15;
    rise = kelvin - 300 - (kelvin - 301);
    celsius = 20 + time;
    phi = angle/57.29577951308232;
    angle = 10*time;
    share = 100*x/y;
    energy = work + u*i*T + force*x;
    work = force*l/2;
    der(energy) = power;
    u = 3;
    i = if abs(u) > tolerance then u/4.7 else 0;
    force = mass*g;
    pressure = force/x^2 + density*v^2/2;
    price = 3;
    density = 1.2;
    near = x < tolerance and v < tolerance;
    coefficients = {x, v, 3};
    sum = coefficients[1] + 2*x;
    gain1.u = v;
    gain2.u = gain1.y;
    switch.v = 2;
  end M;
end P;
