within Modelica;
package ComplexMath "Functions of complex numbers"
  extends Modelica.Icons.Package;
  final constant Complex j = Complex(0, 1) "Imaginary unit";

  package Vectors "Functions of complex vectors"
    extends Modelica.Icons.FunctionsPackage;

    function norm "p-norm of a vector"
      extends Modelica.Icons.Function;
      input Complex v[:] "Vector";
      input Real p(min=1) = 2 "Kind of norm: 1, 2, any number above, or Modelica.Constants.inf";
      output Real result "Norm";
    protected
      Real a[size(v, 1)] "Moduli";
    algorithm
      for i in 1:size(v, 1) loop
        a[i] := Modelica.ComplexMath.abs(v[i]);
      end for;
      result := Modelica.Math.Vectors.norm(a, p);
    end norm;

    function length "Euclidean length of a vector"
      extends Modelica.Icons.Function;
      input Complex v[:] "Vector";
      output Real result "Length";
    algorithm
      result := norm(v, 2);
    end length;

    function reverse "The vector from back to front"
      extends Modelica.Icons.Function;
      input Complex v[:] "Vector";
      output Complex result[size(v, 1)] "Reversed vector";
    algorithm
      for i in 1:size(v, 1) loop
        result[i] := v[size(v, 1) + 1 - i];
      end for;
    end reverse;
  end Vectors;

  function sin "Sine"
    extends Modelica.Icons.Function;
    input Complex c1 "Argument";
    output Complex c2 "sin(c1)";
  algorithm
    c2 := Complex(Modelica.Math.sin(c1.re)*Modelica.Math.cosh(c1.im), Modelica.Math.cos(c1.re)*Modelica.Math.sinh(c1.im));
  end sin;

  function cos "Cosine"
    extends Modelica.Icons.Function;
    input Complex c1 "Argument";
    output Complex c2 "cos(c1)";
  algorithm
    c2 := Complex(Modelica.Math.cos(c1.re)*Modelica.Math.cosh(c1.im), -Modelica.Math.sin(c1.re)*Modelica.Math.sinh(c1.im));
  end cos;

  function tan "Tangent"
    extends Modelica.Icons.Function;
    input Complex c1 "Argument";
    output Complex c2 "tan(c1)";
  algorithm
    c2 := sin(c1)/cos(c1);
  end tan;

  function sinh "Hyperbolic sine"
    extends Modelica.Icons.Function;
    input Complex c1 "Argument";
    output Complex c2 "sinh(c1)";
  algorithm
    c2 := Complex(Modelica.Math.sinh(c1.re)*Modelica.Math.cos(c1.im), Modelica.Math.cosh(c1.re)*Modelica.Math.sin(c1.im));
  end sinh;

  function cosh "Hyperbolic cosine"
    extends Modelica.Icons.Function;
    input Complex c1 "Argument";
    output Complex c2 "cosh(c1)";
  algorithm
    c2 := Complex(Modelica.Math.cosh(c1.re)*Modelica.Math.cos(c1.im), Modelica.Math.sinh(c1.re)*Modelica.Math.sin(c1.im));
  end cosh;

  function tanh "Hyperbolic tangent"
    extends Modelica.Icons.Function;
    input Complex c1 "Argument";
    output Complex c2 "tanh(c1)";
  algorithm
    c2 := sinh(c1)/cosh(c1);
  end tanh;

  function exp "Exponential function"
    extends Modelica.Icons.Function;
    input Complex c1 "Argument";
    output Complex c2 "exp(c1)";
  algorithm
    c2 := fromPolar(Modelica.Math.exp(c1.re), c1.im);
  end exp;

  function log "Natural logarithm, principal value"
    extends Modelica.Icons.Function;
    input Complex c1 "Argument, not zero";
    output Complex c2 "log(c1)";
  algorithm
    c2 := Complex(Modelica.Math.log(abs(c1)), arg(c1));
  end log;

  function abs "Modulus"
    extends Modelica.Icons.Function;
    input Complex c "Number";
    output Real result "Distance from zero";
  algorithm
    result := (c.re*c.re + c.im*c.im)^0.5;
  end abs;

  function arg "Argument"
    extends Modelica.Icons.Function;
    input Complex c "Number";
    input Modelica.Units.SI.Angle phi0 = 0 "The result lies within half a turn of this angle";
    output Modelica.Units.SI.Angle phi "Angle in the complex plane";
  algorithm
    phi := Modelica.Math.atan3(c.im, c.re, phi0);
  end arg;

  function conj "Conjugate"
    extends Modelica.Icons.Function;
    input Complex c1 "Number";
    output Complex c2 "Number with the sign of the imaginary part changed";
  algorithm
    c2 := Complex(c1.re, -c1.im);
    annotation(Inline=true);
  end conj;

  function real "Real part"
    extends Modelica.Icons.Function;
    input Complex c "Number";
    output Real r "Its real part";
  algorithm
    r := c.re;
    annotation(Inline=true);
  end real;

  function imag "Imaginary part"
    extends Modelica.Icons.Function;
    input Complex c "Number";
    output Real r "Its imaginary part";
  algorithm
    r := c.im;
    annotation(Inline=true);
  end imag;

  function fromPolar "Number with given modulus and argument"
    extends Modelica.Icons.Function;
    input Real len "Modulus";
    input Modelica.Units.SI.Angle phi "Argument";
    output Complex c "len*exp(j*phi)";
  algorithm
    c := Complex(len*Modelica.Math.cos(phi), len*Modelica.Math.sin(phi));
    annotation(Inline=true);
  end fromPolar;

  function sqrt "Square root with non-negative real part"
    extends Modelica.Icons.Function;
    input Complex c1 "Number";
    output Complex c2 "Its root";
  algorithm
    c2 := fromPolar(abs(c1)^0.5, arg(c1)/2);
  end sqrt;

  function max "Element of largest modulus"
    extends Modelica.Icons.Function;
    input Complex v[:] "Vector";
    output Complex result "The element";
    output Integer index "Its place";
  protected
    Real best "Largest modulus so far";
    Real m "Modulus of this element";
  algorithm
    index := 0;
    best := -1;
    result := Complex(0);
    for i in 1:size(v, 1) loop
      m := abs(v[i]);
      if m > best then
        best := m;
        index := i;
        result := v[i];
      end if;
    end for;
  end max;

  function min "Element of smallest modulus"
    extends Modelica.Icons.Function;
    input Complex v[:] "Vector";
    output Complex result "The element";
    output Integer index "Its place";
  protected
    Real best "Smallest modulus so far";
    Real m "Modulus of this element";
  algorithm
    index := 0;
    best := Modelica.Constants.inf;
    result := Complex(0);
    for i in 1:size(v, 1) loop
      m := abs(v[i]);
      if m < best then
        best := m;
        index := i;
        result := v[i];
      end if;
    end for;
  end min;

  function sum "Sum of all elements"
    extends Modelica.Icons.Function;
    input Complex v[:] "Vector";
    output Complex result "Sum";
  algorithm
    result := Complex(0);
    for i in 1:size(v, 1) loop
      result := result + v[i];
    end for;
  end sum;

  function product "Product of all elements"
    extends Modelica.Icons.Function;
    input Complex v[:] "Vector";
    output Complex result "Product";
  algorithm
    result := Complex(1);
    for i in 1:size(v, 1) loop
      result := result*v[i];
    end for;
  end product;

  annotation(Documentation(info="<html>
<p>Names within this package hide the functions of real numbers: here <code>sin</code> is the complex one, the real one
is <code>Modelica.Math.sin</code>.</p>
</html>"));
end ComplexMath;
