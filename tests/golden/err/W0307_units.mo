// One contradiction in each way that values meet, each reported with both units and their places.
package P
  type Length = Real(unit = "m");
  type Height = Length(min = 0);
  type Area = Real(unit = "m2");
  type Time = Real(unit = "s");
  type Velocity = Real(unit = "m/s");
  type Mass = Real(unit = "kg");
  connector Potential = Real;
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  connector Port
    Real v(unit = "Pa");
    flow Real i(unit = "kg/s");
  end Port;
  record State
    Real p(unit = "Pa");
    Real T(unit = "K");
  end State;
  function square
    input Length side;
    output Area a;
  algorithm
    a := side^2;
  end square;
  function careless
    input Length side;
    output Area a;
  protected
    Real copy;
  algorithm
    copy := 2*side;
    a := copy;
  end careless;
  function density
    input State s;
    output Real d(unit = "kg/m3");
  algorithm
    d := s.p/(287*s.T);
  end density;
  function both
    input Length side;
    output Area a;
    output Real v(unit = "m3");
  algorithm
    a := side^2;
    v := side^3;
  end both;
  model Consumer
    Port p;
    parameter Height h = 1;
  equation
    p.i = 0;
  end Consumer;
  model Source
    Pin p;
  equation
    p.v = 1;
  end Source;
  model M
    parameter Time t0 = 1;
    parameter Length l0 = t0;
    Length x(start = t0, fixed = true), y, z[2];
    Velocity v, w;
    Mass m = x;
    Real untold;
    State s1, s2;
    Area a, b, c;
    Real volume(unit = "m3"), d;
    Real mm(unit = "mm"), celsius(unit = "degC"), kelvin(unit = "K"), angle(unit = "deg");
    Real power(unit = "W"), u(unit = "V") = 1, i(unit = "A") = 1, q;
    discrete Length kept(start = 0, fixed = true);
    Source source;
    Consumer consumer(h = t0);
    Boolean far;
  initial equation
    y = v;
  equation
    der(x) = v;
    v = -x;
    der(y) = w + x;
    w = if time > 1 then v else x/2;
    z = {t0, x};
    untold = x;
    a = square(t0);
    b = careless(x);
    (c, volume) = both(x + t0);
    s1.p = 1e5;
    s1.T = density(State(s1.p, s1.p));
    s2 = State(untold, 300);
    mm = x;
    kelvin = celsius;
    celsius = 20;
    angle = sin(x);
    power = u*i*t0;
    q = max(u, i);
    d = x^v;
    far = x > t0;
    connect(source.p, consumer.p);
    when x > 1 then
      kept = time + x;
      reinit(x, v);
    end when;
    assert(x <= m, "too heavy");
  end M;
end P;
