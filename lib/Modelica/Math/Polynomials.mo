within Modelica.Math;
package Polynomials "Polynomials given by coefficients, highest power first"
  extends Modelica.Icons.FunctionsPackage;

  function evaluate "Value of a polynomial"
    extends Modelica.Icons.Function;
    input Real p[:] "Coefficients";
    input Real u "Where";
    output Real y "Value";
  algorithm
    y := 0;
    for i in 1:size(p, 1) loop
      y := p[i] + u*y;
    end for;
    annotation(derivative(zeroDerivative=p) = evaluate_der);
  end evaluate;

  function evaluate_der "Time derivative of a polynomial's value"
    extends Modelica.Icons.Function;
    input Real p[:] "Coefficients";
    input Real u "Where";
    input Real du "Derivative of u";
    output Real dy "Derivative of the value";
  algorithm
    dy := derivativeValue(p, u)*du;
  end evaluate_der;

  function derivative "Coefficients of the derivative"
    extends Modelica.Icons.Function;
    input Real p1[:] "Coefficients";
    output Real p2[size(p1, 1) - 1] "Coefficients of the derivative";
  algorithm
    for i in 1:size(p1, 1) - 1 loop
      p2[i] := p1[i]*(size(p1, 1) - i);
    end for;
  end derivative;

  function derivativeValue "Value of the derivative"
    extends Modelica.Icons.Function;
    input Real p[:] "Coefficients";
    input Real u "Where";
    output Real y "Value of the derivative";
  algorithm
    y := 0;
    for i in 1:size(p, 1) - 1 loop
      y := p[i]*(size(p, 1) - i) + u*y;
    end for;
  end derivativeValue;

  function integral "Coefficients of the integral that is zero at zero"
    extends Modelica.Icons.Function;
    input Real p1[:] "Coefficients";
    output Real p2[size(p1, 1) + 1] "Coefficients of the integral";
  algorithm
    for i in 1:size(p1, 1) loop
      p2[i] := p1[i]/(size(p1, 1) + 1 - i);
    end for;
    p2[size(p1, 1) + 1] := 0;
  end integral;

  function integralValue "Integral between two places"
    extends Modelica.Icons.Function;
    input Real p[:] "Coefficients";
    input Real u_high "Upper end";
    input Real u_low = 0 "Lower end";
    output Real integral = 0.0 "Integral";
  protected
    Real a = 0 "Integral from zero to the upper end";
    Real b = 0 "Integral from zero to the lower end";
  algorithm
    for i in 1:size(p, 1) loop
      a := u_high*(p[i]/(size(p, 1) + 1 - i) + a);
      b := u_low*(p[i]/(size(p, 1) + 1 - i) + b);
    end for;
    integral := a - b;
  end integralValue;

  function fitting "Polynomial of least squares through points"
    extends Modelica.Icons.Function;
    input Real u[:] "Abscissae";
    input Real y[size(u, 1)] "Ordinates";
    input Integer n(min=1) "Degree";
    output Real p[n + 1] "Coefficients";
  protected
    Real V[size(u, 1), n + 1] "Powers of u";
  algorithm
    for i in 1:size(u, 1) loop
      V[i, n + 1] := 1;
      for j in 1:n loop
        V[i, n + 1 - j] := V[i, n + 2 - j]*u[i];
      end for;
    end for;
    p := Modelica.Math.Matrices.leastSquares(V, y);
  end fitting;
end Polynomials;
