// Partial derivatives of functions (MLS 12.7.2): of one or several results, twice, through loops and external functions.
package partial_derivatives
  function f input Real x; input Real y; output Real z; output Real w; protected Real t; algorithm t := x*y; z := t*x; w := sin(t); end f;
  function fx = der(f, x);
  function fxy = der(f, x, y);
  function fyx = der(fy, x);
  function fy = der(f, y);
  function g input Real x; output Real y; algorithm y := 0; for i in 1:3 loop y := y + x^i; end for; end g;
  function dg = der(g, x);
  function e input Real x; output Real y; external "C" y = cosh(x); annotation(derivative=e_der); end e;
  function e_der input Real x; input Real dx; output Real dy; algorithm dy := sinh(x)*dx; end e_der;
  function de = der(e, x);
  constant Real c = fx(2,3);
  model M
    Real a = fx(time, 3), b = fxy(time, 3), b2 = fyx(time,3), d = dg(time), h[2] = dg({time, 2*time}), k = de(time), z, w;
  equation
    (z, w) = fx(time, 2);
    assert(abs(a - 6*time) < 1e-12 and abs(b - 2*time) < 1e-12 and abs(b2-2*time) < 1e-12, "f");
    assert(abs(d - (1+2*time+3*time^2)) < 1e-12, "g");
    assert(abs(h[2] - (1+4*time+12*time^2)) < 1e-12, "g v");
    assert(abs(k - sinh(time)) < 1e-12, "e"); assert(abs(w - 2*cos(2*time)) < 1e-12 and abs(z - 4*time) < 1e-12, "w"); assert(abs(c - 12) < 1e-12, "c");
  end M;
end partial_derivatives;
