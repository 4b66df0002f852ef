within Modelica;
package Mechanics "Mechanical components"
  extends Modelica.Icons.Package;

  package Internal "Functions that several packages here use"
    extends Modelica.Icons.InternalPackage;

    function regularSign "Sign of a number, made continuous near zero"
      extends Modelica.Icons.Function;
      input Real x "Number, in units of the width of the transition";
      input Modelica.Blocks.Types.Regularization reg "Shape of the transition";
      output Real y "From -1 to 1";
    algorithm
      if reg == Modelica.Blocks.Types.Regularization.Exp then
        y := tanh(50*x);
      elseif abs(x) >= 1 then
        y := sign(x);
      elseif reg == Modelica.Blocks.Types.Regularization.Sine then
        y := sin(Modelica.Constants.pi/2*x);
      elseif reg == Modelica.Blocks.Types.Regularization.Linear then
        y := x;
      else
        y := sign(x)*(1 - cos(Modelica.Constants.pi/2*x));
      end if;
    end regularSign;

    function position "Position from a vector of position, speed and acceleration"
      extends Modelica.Icons.Function;
      input Real u[3] "Position, speed, acceleration";
      input Real t "Time";
      output Real q "Position";
    algorithm
      q := u[1];
      annotation(derivative(noDerivative=u) = position_der, InlineAfterIndexReduction=true);
    end position;

    function position_der "First derivative of position: the speed that was given"
      extends Modelica.Icons.Function;
      input Real u[3] "Position, speed, acceleration";
      input Real t "Time";
      input Real t_der "Derivative of time";
      output Real qd "Speed";
    algorithm
      qd := u[2];
      annotation(derivative(noDerivative=u, order=2) = position_der2, InlineAfterIndexReduction=true);
    end position_der;

    function position_der2 "Second derivative of position: the acceleration that was given"
      extends Modelica.Icons.Function;
      input Real u[3] "Position, speed, acceleration";
      input Real t "Time";
      input Real t_der "Derivative of time";
      input Real t_der2 "Second derivative of time";
      output Real qdd "Acceleration";
    algorithm
      qdd := u[3];
      annotation(InlineAfterIndexReduction=true);
    end position_der2;
  end Internal;
end Mechanics;
