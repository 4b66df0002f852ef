within Modelica.Blocks;
package Nonlinear "Limits, dead zones and delays"
  extends Modelica.Icons.Package;
  import Modelica.Blocks.Interfaces;
  import Modelica.Blocks.Types.LimiterHomotopy;
  import Modelica.Blocks.Types.VariableLimiterHomotopy;

  block Limiter "Keeps a signal within limits"
    parameter Real uMax(start=1) "Upper limit";
    parameter Real uMin = -uMax "Lower limit";
    parameter Boolean strict = false "True: no events at the limits";
    parameter LimiterHomotopy homotopyType = LimiterHomotopy.Linear "What replaces the limiter at the start of initialisation";
    extends Interfaces.SISO;
  protected
    Real limited "Limited signal";
    Real simplifiedExpr "What replaces it";
  equation
    assert(uMax >= uMin, "The upper limit " + String(uMax) + " of the limiter is below the lower limit " + String(uMin) + ".");
    limited = if strict then smooth(0, noEvent(if u > uMax then uMax elseif u < uMin then uMin else u))
      else smooth(0, if u > uMax then uMax elseif u < uMin then uMin else u);
    simplifiedExpr = if homotopyType == LimiterHomotopy.UpperLimit then uMax
      elseif homotopyType == LimiterHomotopy.LowerLimit then uMin else u;
    y = if homotopyType == LimiterHomotopy.NoHomotopy then limited
      else homotopy(actual=limited, simplified=simplifiedExpr);
  end Limiter;

  block VariableLimiter "Keeps a signal within limits that are inputs"
    extends Interfaces.SISO;
    parameter Boolean strict = false "True: no events at the limits";
    parameter VariableLimiterHomotopy homotopyType = VariableLimiterHomotopy.Linear "What replaces the limiter at the start of initialisation";
    parameter Real ySimplified = 0 "Fixed value that replaces it";
    Modelica.Blocks.Interfaces.RealInput limit1 "Upper limit";
    Modelica.Blocks.Interfaces.RealInput limit2 "Lower limit";
  protected
    Real limited "Limited signal";
    Real simplifiedExpr "What replaces it";
  equation
    limited = if strict then smooth(0, noEvent(if u > limit1 then limit1 elseif u < limit2 then limit2 else u))
      else smooth(0, if u > limit1 then limit1 elseif u < limit2 then limit2 else u);
    simplifiedExpr = if homotopyType == VariableLimiterHomotopy.Fixed then ySimplified else u;
    y = if homotopyType == VariableLimiterHomotopy.NoHomotopy then limited
      else homotopy(actual=limited, simplified=simplifiedExpr);
  end VariableLimiter;

  block SlewRateLimiter "Keeps the slope of a signal within limits"
    extends Modelica.Blocks.Interfaces.SISO;
    parameter Real Rising(min=Modelica.Constants.small) = 1 "Largest slope";
    parameter Real Falling(max=-Modelica.Constants.small) = -Rising "Smallest slope, negative";
    parameter SI.Time Td(min=Modelica.Constants.small) = 0.001 "Time constant with which the output follows inside the limits";
    parameter Modelica.Blocks.Types.Init initType = Modelica.Blocks.Types.Init.SteadyState "Kind of initialisation; SteadyState makes the output equal to the input";
    parameter Real y_start = 0 "Output at the start";
    parameter Boolean strict = false "True: no events at the limits";
  protected
    Real val = (u - y)/Td "Slope that is asked for";
  initial equation
    if initType == Modelica.Blocks.Types.Init.InitialOutput or initType == Modelica.Blocks.Types.Init.InitialState then
      y = y_start;
    elseif initType == Modelica.Blocks.Types.Init.SteadyState then
      y = u;
    end if;
  equation
    if strict then
      der(y) = smooth(0, noEvent(if val < Falling then Falling elseif val > Rising then Rising else val));
    else
      der(y) = if val < Falling then Falling elseif val > Rising then Rising else val;
    end if;
  end SlewRateLimiter;

  block DeadZone "Zero within a zone, shifted outside"
    parameter Real uMax(start=1) "Upper end of the zone";
    parameter Real uMin = -uMax "Lower end of the zone";
    extends Interfaces.SISO;
  protected
    Real excess "What exceeds the zone";
  equation
    assert(uMax >= uMin, "The upper end " + String(uMax) + " of the dead zone is below its lower end " + String(uMin) + ".");
    excess = smooth(0, if u < uMin then u - uMin elseif u > uMax then u - uMax else 0);
    y = homotopy(actual=excess, simplified=u);
  end DeadZone;

  block FixedDelay "Input some time ago"
    extends Modelica.Blocks.Interfaces.SISO;
    parameter SI.Time delayTime(start=1) "Delay";
  equation
    y = delay(u, delayTime);
  end FixedDelay;

  block PadeDelay "Delay as a rational function"
    extends Modelica.Blocks.Interfaces.SISO;
    parameter SI.Time delayTime(start=1) "Delay";
    parameter Integer n(min=1) = 1 "Order of the denominator";
    parameter Integer m(min=1, max=n) = n "Order of the numerator";
    parameter Boolean balance = false "Kept for the interface: the states are always scaled";
    final output Real x[n] "States";
  protected
    parameter Real a[n + 1] = {coefficient(k, n, m) for k in 0:n} "Denominator in s*delayTime, lowest power first";
    parameter Real b[n + 1] = {if k <= m then (-1)^k*coefficient(k, m, n) else 0 for k in 0:n} "Numerator in s*delayTime, lowest power first";

    function coefficient "Coefficient of power k in the Pade approximation of the exponential function"
      extends Modelica.Icons.Function;
      input Integer k "Power";
      input Integer p "Order of this polynomial";
      input Integer q "Order of the other one";
      output Real c "(p+q-k)! p! / ((p+q)! k! (p-k)!)";
    algorithm
      c := 1;
      for i in 1:k loop
        c := c*(p - i + 1)/((p + q - i + 1)*i);
      end for;
    end coefficient;
  equation
    for i in 1:n - 1 loop
      delayTime*der(x[i]) = x[i + 1];
    end for;
    delayTime*der(x[n]) = (u - a[1:n]*x)/a[n + 1];
    y = b[n + 1]/a[n + 1]*u + (b[1:n] - b[n + 1]/a[n + 1]*a[1:n])*x;
    annotation(Documentation(info="<html>
<p>The numerator of order m and the denominator of order n of the Pade approximation of exp(-s*delayTime). Unlike
FixedDelay it has finitely many states, so it can be linearised. State i is the (i-1)-th derivative of a common signal,
in units of the delay.</p>
</html>"));
  end PadeDelay;

  block VariableDelay "Input some time ago, the delay being an input"
    extends Modelica.Blocks.Interfaces.SISO;
    parameter SI.Duration delayMax(min=0, start=1) "Largest delay";
    Modelica.Blocks.Interfaces.RealInput delayTime "Delay";
  equation
    y = delay(u, delayTime, delayMax);
  end VariableDelay;
end Nonlinear;
