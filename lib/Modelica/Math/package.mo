within Modelica;
package Math "Mathematical functions"
  extends Modelica.Icons.Package;

  package Icons "Common bases of the functions"
    extends Modelica.Icons.IconsPackage;

    partial function AxisLeft "Base of a function of non-negative or periodic argument"
    end AxisLeft;

    partial function AxisCenter "Base of a function of any argument"
    end AxisCenter;
  end Icons;

  function isEqual "Whether two numbers differ by at most eps"
    extends Modelica.Icons.Function;
    input Real s1 "First number";
    input Real s2 "Second number";
    input Real eps(min=0) = 0 "Difference allowed";
    output Boolean result "True if equal so far";
  algorithm
    result := abs(s1 - s2) <= eps;
    annotation(Inline=true);
  end isEqual;

  function isPowerOf2 "Whether an Integer is a power of two"
    extends Modelica.Icons.Function;
    input Integer i(min=1) "Number";
    output Boolean result "True for 1, 2, 4, 8, ...";
  protected
    Integer n = i "What is left after halving";
  algorithm
    while n > 1 and mod(n, 2) == 0 loop
      n := div(n, 2);
    end while;
    result := n == 1;
  end isPowerOf2;

  function sin "Sine"
    extends Modelica.Math.Icons.AxisLeft;
    input Modelica.Units.SI.Angle u "Angle";
    output Real y "sin(u)";
    external "builtin" y = sin(u);
  end sin;

  function cos "Cosine"
    extends Modelica.Math.Icons.AxisLeft;
    input Modelica.Units.SI.Angle u "Angle";
    output Real y "cos(u)";
    external "builtin" y = cos(u);
  end cos;

  function tan "Tangent"
    extends Modelica.Math.Icons.AxisCenter;
    input Modelica.Units.SI.Angle u "Angle, not an odd multiple of a right angle";
    output Real y "tan(u)";
    external "builtin" y = tan(u);
  end tan;

  function asin "Inverse sine"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u "Number between -1 and 1";
    output Modelica.Units.SI.Angle y "Angle between -pi/2 and pi/2";
    external "builtin" y = asin(u);
  end asin;

  function acos "Inverse cosine"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u "Number between -1 and 1";
    output Modelica.Units.SI.Angle y "Angle between 0 and pi";
    external "builtin" y = acos(u);
  end acos;

  function atan "Inverse tangent"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u "Any number";
    output Modelica.Units.SI.Angle y "Angle between -pi/2 and pi/2";
    external "builtin" y = atan(u);
  end atan;

  function atan2 "Angle of the point (u2, u1)"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u1 "Opposite side, or sine times a length";
    input Real u2 "Adjacent side, or cosine times a length";
    output Modelica.Units.SI.Angle y "Angle above -pi and up to pi";
    external "builtin" y = atan2(u1, u2);
  end atan2;

  function atan3 "Angle of the point (u2, u1), nearest to y0"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u1 "Opposite side";
    input Real u2 "Adjacent side";
    input Modelica.Units.SI.Angle y0 = 0 "The result lies within half a turn of this angle";
    output Modelica.Units.SI.Angle y "Angle with y0 - pi < y <= y0 + pi";
  protected
    constant Real turn = 2*Modelica.Constants.pi "One turn";
    Real a = atan2(u1, u2) "Angle up to whole turns";
  algorithm
    y := a + turn*floor((y0 + Modelica.Constants.pi - a)/turn);
    annotation(Documentation(info="<html>
<p>Follows an angle over many turns: given the value at the last event as y0, the result does not jump.</p>
</html>"));
  end atan3;

  function sinh "Hyperbolic sine"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u "Argument";
    output Real y "sinh(u)";
    external "builtin" y = sinh(u);
  end sinh;

  function cosh "Hyperbolic cosine"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u "Argument";
    output Real y "cosh(u)";
    external "builtin" y = cosh(u);
  end cosh;

  function tanh "Hyperbolic tangent"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u "Argument";
    output Real y "tanh(u)";
    external "builtin" y = tanh(u);
  end tanh;

  function asinh "Inverse hyperbolic sine"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u "Argument";
    output Real y "Number whose hyperbolic sine is u";
  protected
    Real a = abs(u) "Taken out of the sign, so that nothing cancels";
  algorithm
    y := sign(u)*log(a + sqrt(a*a + 1));
  end asinh;

  function acosh "Inverse hyperbolic cosine"
    extends Modelica.Math.Icons.AxisLeft;
    input Real u "Argument, at least 1";
    output Real y "Non-negative number whose hyperbolic cosine is u";
  algorithm
    assert(u >= 1, "acosh needs an argument of at least 1, got " + String(u));
    y := log(u + sqrt((u - 1)*(u + 1)));
  end acosh;

  function exp "Exponential function"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u "Exponent";
    output Real y "exp(u)";
    external "builtin" y = exp(u);
  end exp;

  function log "Natural logarithm"
    extends Modelica.Math.Icons.AxisLeft;
    input Real u "Positive number";
    output Real y "log(u)";
    external "builtin" y = log(u);
  end log;

  function log10 "Logarithm to base 10"
    extends Modelica.Math.Icons.AxisLeft;
    input Real u "Positive number";
    output Real y "log10(u)";
    external "builtin" y = log10(u);
  end log10;

  function wrapAngle "The same direction as an angle of one turn"
    extends Modelica.Math.Icons.AxisCenter;
    input Modelica.Units.SI.Angle u "Angle";
    input Boolean positiveRange = false "True: from 0 to 2*pi; false: from -pi to pi";
    output Modelica.Units.SI.Angle y "Angle within the range";
  protected
    constant Real turn = 2*Modelica.Constants.pi "One turn";
  algorithm
    y := mod(u, turn);
    if not positiveRange and y > Modelica.Constants.pi then
      y := y - turn;
    end if;
  end wrapAngle;

  annotation(Documentation(info="<html>
<p>The elementary functions are the built-in ones under their package names. Matrices are solved by Gauss elimination
written in Modelica: for matrices of some dozen rows, not for large ones.</p>
</html>"));
end Math;
