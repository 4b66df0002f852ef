within Modelica.Blocks;
package Math "Algebraic functions of signals"
  extends Modelica.Icons.Package;
  import Modelica.Blocks.Interfaces;

  package UnitConversions "Blocks that convert units"
    extends Modelica.Icons.Package;
    import Modelica.Units.Conversions;

    block To_degC "SI unit to degree Celsius"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="K"), y(unit="degC"));
    equation
      y = Conversions.to_degC(u);
    end To_degC;

    block From_degC "Degree Celsius to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="degC"), y(unit="K"));
    equation
      y = Conversions.from_degC(u);
    end From_degC;

    block To_degF "SI unit to degree Fahrenheit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="K"), y(unit="degF"));
    equation
      y = Conversions.to_degF(u);
    end To_degF;

    block From_degF "Degree Fahrenheit to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="degF"), y(unit="K"));
    equation
      y = Conversions.from_degF(u);
    end From_degF;

    block To_degRk "SI unit to degree Rankine"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="K"), y(unit="degRk"));
    equation
      y = Conversions.to_degRk(u);
    end To_degRk;

    block From_degRk "Degree Rankine to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="degRk"), y(unit="K"));
    equation
      y = Conversions.from_degRk(u);
    end From_degRk;

    block To_deg "SI unit to degree"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="rad"), y(unit="deg"));
    equation
      y = Conversions.to_deg(u);
    end To_deg;

    block From_deg "Degree to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="deg"), y(unit="rad"));
    equation
      y = Conversions.from_deg(u);
    end From_deg;

    block To_rpm "SI unit to revolutions per minute"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="rad/s"), y(unit="rev/min"));
    equation
      y = Conversions.to_rpm(u);
    end To_rpm;

    block From_rpm "Revolutions per minute to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="rev/min"), y(unit="rad/s"));
    equation
      y = Conversions.from_rpm(u);
    end From_rpm;

    block To_kmh "SI unit to kilometre per hour"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="m/s"), y(unit="km/h"));
    equation
      y = Conversions.to_kmh(u);
    end To_kmh;

    block From_kmh "Kilometre per hour to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="km/h"), y(unit="m/s"));
    equation
      y = Conversions.from_kmh(u);
    end From_kmh;

    block To_day "SI unit to day"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="s"), y(unit="d"));
    equation
      y = Conversions.to_day(u);
    end To_day;

    block From_day "Day to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="d"), y(unit="s"));
    equation
      y = Conversions.from_day(u);
    end From_day;

    block To_hour "SI unit to hour"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="s"), y(unit="h"));
    equation
      y = Conversions.to_hour(u);
    end To_hour;

    block From_hour "Hour to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="h"), y(unit="s"));
    equation
      y = Conversions.from_hour(u);
    end From_hour;

    block To_minute "SI unit to minute"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="s"), y(unit="min"));
    equation
      y = Conversions.to_minute(u);
    end To_minute;

    block From_minute "Minute to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="min"), y(unit="s"));
    equation
      y = Conversions.from_minute(u);
    end From_minute;

    block To_litre "SI unit to litre"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="m3"), y(unit="l"));
    equation
      y = Conversions.to_litre(u);
    end To_litre;

    block From_litre "Litre to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="l"), y(unit="m3"));
    equation
      y = Conversions.from_litre(u);
    end From_litre;

    block To_kWh "SI unit to kilowatt hour"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="J"), y(unit="kW.h"));
    equation
      y = Conversions.to_kWh(u);
    end To_kWh;

    block From_kWh "Kilowatt hour to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="kW.h"), y(unit="J"));
    equation
      y = Conversions.from_kWh(u);
    end From_kWh;

    block To_bar "SI unit to bar"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="Pa"), y(unit="bar"));
    equation
      y = Conversions.to_bar(u);
    end To_bar;

    block From_bar "Bar to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="bar"), y(unit="Pa"));
    equation
      y = Conversions.from_bar(u);
    end From_bar;

    block To_gps "SI unit to gram per second"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="kg/s"), y(unit="g/s"));
    equation
      y = Conversions.to_gps(u);
    end To_gps;

    block From_gps "Gram per second to SI unit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit="g/s"), y(unit="kg/s"));
    equation
      y = Conversions.from_gps(u);
    end From_gps;

  end UnitConversions;

  block InverseBlockConstraints "Two inputs and two outputs that the compiler solves for: makes an inverse model"
    Modelica.Blocks.Interfaces.RealInput u1 "First input";
    Modelica.Blocks.Interfaces.RealInput u2 "Second input, made equal to the first";
    Modelica.Blocks.Interfaces.RealOutput y1 "First output, free";
    Modelica.Blocks.Interfaces.RealOutput y2 "Second output, equal to the first";
  equation
    u1 = u2;
    y1 = y2;
  end InverseBlockConstraints;

  block Gain "Gain"
    parameter Real k(start=1) "Factor";
    Modelica.Blocks.Interfaces.RealInput u "Input";
    Modelica.Blocks.Interfaces.RealOutput y "Output";
  equation
    y = k*u;
  end Gain;

  block MatrixGain "Matrix times vector"
    extends Interfaces.MIMO(final nin=size(K, 2), final nout=size(K, 1));
    parameter Real K[:, :] = [1, 0; 0, 1] "Matrix";
  equation
    y = K*u;
  end MatrixGain;

  block MultiSum "Weighted sum of any number of inputs"
    extends Modelica.Blocks.Interfaces.PartialRealMISO;
    parameter Real k[nu] = fill(1, nu) "Weights";
  equation
    y = k*u;
  end MultiSum;

  block MultiProduct "Product of any number of inputs"
    extends Modelica.Blocks.Interfaces.PartialRealMISO;
  equation
    y = product(u);
  end MultiProduct;

  block MultiSwitch "Expression of the first true input"
    input Real expr[nu] = fill(0.0, nu) "Expressions, one for each input";
    parameter Real y_default = 0.0 "Output if no input is true";
    parameter Integer nu(min=0) = 0 "Number of inputs" annotation(Dialog(connectorSizing=true));
    parameter Integer precision(min=0) = 3 "Digits shown in a diagram";
    Modelica.Blocks.Interfaces.BooleanVectorInput u[nu] "Inputs, the first true one wins";
    Modelica.Blocks.Interfaces.RealOutput y "Output";
  protected
    Integer firstActiveIndex "First true input, 0 if there is none";
  equation
    firstActiveIndex = Modelica.Math.BooleanVectors.firstTrueIndex(u);
    y = if firstActiveIndex == 0 then y_default else expr[firstActiveIndex];
  end MultiSwitch;

  block Sum "Weighted sum of a vector"
    extends Interfaces.MISO;
    parameter Real k[nin] = ones(nin) "Weights";
  equation
    y = k*u;
  end Sum;

  block Feedback "Difference of two inputs"
    Modelica.Blocks.Interfaces.RealInput u1 "Added";
    Modelica.Blocks.Interfaces.RealInput u2 "Subtracted";
    Modelica.Blocks.Interfaces.RealOutput y "u1 - u2";
  equation
    y = u1 - u2;
  end Feedback;

  block Add "Weighted sum of two inputs"
    extends Interfaces.SI2SO;
    parameter Real k1 = +1 "Weight of the first input";
    parameter Real k2 = +1 "Weight of the second input";
  equation
    y = k1*u1 + k2*u2;
  end Add;

  block Add3 "Weighted sum of three inputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Real k1 = +1 "Weight of the first input";
    parameter Real k2 = +1 "Weight of the second input";
    parameter Real k3 = +1 "Weight of the third input";
    Modelica.Blocks.Interfaces.RealInput u1 "First input";
    Modelica.Blocks.Interfaces.RealInput u2 "Second input";
    Modelica.Blocks.Interfaces.RealInput u3 "Third input";
    Modelica.Blocks.Interfaces.RealOutput y "Output";
  equation
    y = k1*u1 + k2*u2 + k3*u3;
  end Add3;

  block Product "Product of two inputs"
    extends Interfaces.SI2SO;
  equation
    y = u1*u2;
  end Product;

  block Division "Quotient of two inputs"
    extends Interfaces.SI2SO;
  equation
    y = u1/u2;
  end Division;

  block Abs "Absolute value"
    extends Interfaces.SISO;
    parameter Boolean generateEvent = false "True: an event where the input crosses zero";
  equation
    y = if generateEvent then (if u >= 0 then u else -u) else (if noEvent(u >= 0) then u else -u);
  end Abs;

  block Sign "Sign: -1, 0 or 1"
    extends Interfaces.SISO;
    parameter Boolean generateEvent = false "True: an event where the input crosses zero";
  equation
    y = if generateEvent then (if u > 0 then 1 elseif u < 0 then -1 else 0)
      else (if noEvent(u > 0) then 1 elseif noEvent(u < 0) then -1 else 0);
  end Sign;

  block Sqrt "Square root"
    extends Interfaces.SISO;
  equation
    y = sqrt(u);
  end Sqrt;

  block Sin "Sine"
    extends Interfaces.SISO(u(unit="rad"));
  equation
    y = sin(u);
  end Sin;

  block Cos "Cosine"
    extends Interfaces.SISO(u(unit="rad"));
  equation
    y = cos(u);
  end Cos;

  block Tan "Tangent"
    extends Interfaces.SISO(u(unit="rad"));
  equation
    y = tan(u);
  end Tan;

  block Asin "Inverse sine"
    extends Interfaces.SISO(y(unit="rad"));
  equation
    y = asin(u);
  end Asin;

  block Acos "Inverse cosine"
    extends Interfaces.SISO(y(unit="rad"));
  equation
    y = acos(u);
  end Acos;

  block Atan "Inverse tangent"
    extends Interfaces.SISO(y(unit="rad"));
  equation
    y = atan(u);
  end Atan;

  block Atan2 "Angle of the point (u2, u1)"
    extends Interfaces.SI2SO(y(unit="rad"));
  equation
    y = atan2(u1, u2);
  end Atan2;

  block Sinh "Hyperbolic sine"
    extends Interfaces.SISO;
  equation
    y = sinh(u);
  end Sinh;

  block Cosh "Hyperbolic cosine"
    extends Interfaces.SISO;
  equation
    y = cosh(u);
  end Cosh;

  block Tanh "Hyperbolic tangent"
    extends Interfaces.SISO;
  equation
    y = tanh(u);
  end Tanh;

  block Exp "Exponential function"
    extends Interfaces.SISO;
  equation
    y = exp(u);
  end Exp;

  block Power "base^u"
    extends Interfaces.SISO;
    parameter Real base = Modelica.Constants.e "Base";
    parameter Boolean useExp = true "True: as exp(u*log(base)), for a positive base";
  equation
    y = if useExp then exp(u*log(base)) else base^u;
  end Power;

  block Exponentiation "u^exponent"
    extends Interfaces.SISO;
    parameter Real exponent = 2 "Exponent";
  equation
    y = u^exponent;
  end Exponentiation;

  block Log "Logarithm to any base"
    extends Interfaces.SISO;
    parameter Real base = Modelica.Constants.e "Base";
  equation
    y = if base == Modelica.Constants.e then log(u) else log(u)/log(base);
  end Log;

  block Log10 "Logarithm to base 10"
    extends Interfaces.SISO;
  equation
    y = log10(u);
  end Log10;

  block WrapAngle "Angle within one turn"
    extends Interfaces.SISO(u(unit="rad"), y(unit="rad"));
    parameter Boolean positiveRange = false "True: from 0 to 2*pi; false: from -pi to pi";
  equation
    y = Modelica.Math.wrapAngle(u, positiveRange);
  end WrapAngle;

  block RealToInteger "Nearest Integer"
    extends Modelica.Blocks.Icons.IntegerBlock;
    Modelica.Blocks.Interfaces.RealInput u "Input";
    Modelica.Blocks.Interfaces.IntegerOutput y "Output";
  equation
    y = if u > 0 then integer(floor(u + 0.5)) else integer(ceil(u - 0.5));
  end RealToInteger;

  block IntegerToReal "Integer as a Real"
    extends Modelica.Blocks.Icons.Block;
    Modelica.Blocks.Interfaces.IntegerInput u "Input";
    Modelica.Blocks.Interfaces.RealOutput y "Output";
  equation
    y = u;
  end IntegerToReal;

  block BooleanToReal "One of two Real values"
    extends Interfaces.partialBooleanSI;
    parameter Real realTrue = 1.0 "Output if true";
    parameter Real realFalse = 0.0 "Output if false";
    Modelica.Blocks.Interfaces.RealOutput y "Output";
  equation
    y = if u then realTrue else realFalse;
  end BooleanToReal;

  block BooleanToInteger "One of two Integer values"
    extends Interfaces.partialBooleanSI;
    parameter Integer integerTrue = 1 "Output if true";
    parameter Integer integerFalse = 0 "Output if false";
    Modelica.Blocks.Interfaces.IntegerOutput y "Output";
  equation
    y = if u then integerTrue else integerFalse;
  end BooleanToInteger;

  block RealToBoolean "True if the input is not below the threshold"
    extends Interfaces.partialBooleanSO;
    Modelica.Blocks.Interfaces.RealInput u "Input";
    parameter Real threshold = 0.5 "Threshold";
  equation
    y = u >= threshold;
  end RealToBoolean;

  block IntegerToBoolean "True if the input is not below the threshold"
    extends Interfaces.partialBooleanSO;
    Modelica.Blocks.Interfaces.IntegerInput u "Input";
    parameter Integer threshold = 1 "Threshold";
  equation
    y = u >= threshold;
  end IntegerToBoolean;

  block RectangularToPolar "Length and angle of a vector"
    extends Modelica.Blocks.Icons.Block;
    Modelica.Blocks.Interfaces.RealInput u_re "Real part";
    Modelica.Blocks.Interfaces.RealInput u_im "Imaginary part";
    Modelica.Blocks.Interfaces.RealOutput y_abs "Length";
    Modelica.Blocks.Interfaces.RealOutput y_arg(unit="rad") "Angle";
  equation
    y_abs = sqrt(u_re*u_re + u_im*u_im);
    y_arg = atan2(u_im, u_re);
  end RectangularToPolar;

  block PolarToRectangular "Parts of a vector given by length and angle"
    extends Modelica.Blocks.Icons.Block;
    Modelica.Blocks.Interfaces.RealInput u_abs "Length";
    Modelica.Blocks.Interfaces.RealInput u_arg(unit="rad") "Angle";
    Modelica.Blocks.Interfaces.RealOutput y_re "Real part";
    Modelica.Blocks.Interfaces.RealOutput y_im "Imaginary part";
  equation
    y_re = u_abs*cos(u_arg);
    y_im = u_abs*sin(u_arg);
  end PolarToRectangular;

  block Mean "Mean of the input over the last whole period"
    extends Modelica.Blocks.Interfaces.SISO;
    parameter SI.Frequency f(start=50) "Frequency of the periods";
    parameter Real x0 = 0 "Integral at the start";
    parameter Real y0 = 0 "Output during the first period";
    parameter Boolean yGreaterOrEqualZero = false "True: negative results, possible by rounding only, become 0";
  protected
    parameter SI.Time t0(fixed=false) "Start of the simulation";
    Real x "Integral over the current period";
    discrete Real y_last "Mean of the last period";
  initial equation
    t0 = time;
    x = x0;
    y_last = y0;
  equation
    der(x) = u;
    when sample(t0 + 1/f, 1/f) then
      y_last = if yGreaterOrEqualZero then max(0, f*pre(x)) else f*pre(x);
      reinit(x, 0);
    end when;
    y = y_last;
  end Mean;

  block RectifiedMean "Mean of the absolute value over the last whole period"
    extends Modelica.Blocks.Interfaces.SISO;
    parameter SI.Frequency f(start=50) "Frequency of the periods";
    parameter Real x0 = 0 "Integral at the start";
    parameter Real y0(final min=0) = 0 "Output during the first period";
    Mean mean(final f=f, final x0=x0, final y0=y0) "Mean";
    Modelica.Blocks.Math.Abs abs1 "Absolute value";
  equation
    connect(u, abs1.u);
    connect(abs1.y, mean.u);
    connect(mean.y, y);
  end RectifiedMean;

  block ContinuousMean "Mean of the input since the start"
    extends Modelica.Blocks.Icons.Block;
    parameter SI.Time t_eps(min=0) = 1e-7 "The output is the input for so long";
    Modelica.Blocks.Interfaces.RealInput u "Input";
    Modelica.Blocks.Interfaces.RealOutput y "Mean";
    parameter Real startTime = -Modelica.Constants.inf "The mean is taken from then on";
  protected
    Real mu(start=0, fixed=true) "Integral of the input";
    parameter Real t_0(fixed=false) "Start of the simulation";
    parameter Real actualStartTime = max(t_0, startTime) "Start of the mean";
  initial equation
    t_0 = time;
  equation
    der(mu) = if time >= actualStartTime then u else 0;
    y = if noEvent(time < actualStartTime + t_eps) then u else mu/(time - actualStartTime);
  end ContinuousMean;

  block RootMeanSquare "Root of the mean of squares over the last whole period"
    extends Modelica.Blocks.Interfaces.SISO;
    parameter SI.Frequency f(start=50) "Frequency of the periods";
    parameter Real x0 = 0 "Integral at the start";
    parameter Real y0(final min=0) = 0 "Output during the first period";
    MultiProduct product(nu=2) "Square";
    Mean mean(final f=f, final y0=y0^2, final yGreaterOrEqualZero=true, final x0=x0) "Mean of squares";
    Modelica.Blocks.Math.Sqrt sqrt1 "Root";
  equation
    connect(u, product.u[1]);
    connect(u, product.u[2]);
    connect(product.y, mean.u);
    connect(mean.y, sqrt1.u);
    connect(sqrt1.y, y);
  end RootMeanSquare;

  block SignalExtrema "Smallest and largest sample so far"
    extends Modelica.Blocks.Icons.Block;
    parameter SI.Time Ts(start=0.01) "Time between samples";
    Modelica.Blocks.Interfaces.RealInput u "Input";
    Modelica.Blocks.Interfaces.RealOutput y_min "Smallest sample";
    Modelica.Blocks.Interfaces.RealOutput y_max "Largest sample";
    discrete Real t_min "Time of the smallest sample";
    discrete Real t_max "Time of the largest sample";
  protected
    parameter SI.Time t0(fixed=false) "Start of the simulation";
  initial equation
    t0 = time;
    y_min = u;
    y_max = u;
    t_min = time;
    t_max = time;
  equation
    when sample(t0 + Ts, Ts) then
      y_min = min(pre(y_min), u);
      t_min = if u < pre(y_min) then time else pre(t_min);
      y_max = max(pre(y_max), u);
      t_max = if u > pre(y_max) then time else pre(t_max);
    end when;
  end SignalExtrema;

  block Variance "Variance of the input since the start"
    extends Modelica.Blocks.Icons.Block;
    parameter SI.Time t_eps(min=100*Modelica.Constants.eps) = 1e-7 "The output is 0 for so long";
    Modelica.Blocks.Interfaces.RealInput u "Input";
    Modelica.Blocks.Interfaces.RealOutput y "Variance";
  protected
    Real mu "Mean";
    Real var "Variance";
    parameter Real t_0(fixed=false) "Start of the simulation";
  initial equation
    t_0 = time;
    mu = u;
    var = 0;
  equation
    der(mu) = noEvent(if time >= t_0 + t_eps then (u - mu)/(time - t_0) else 0);
    der(var) = noEvent(if time >= t_0 + t_eps then ((u - mu)^2 - var)/(time - t_0) else 0);
    y = noEvent(if time >= t_0 + t_eps then max(var, 0) else 0);
  end Variance;

  block StandardDeviation "Standard deviation of the input since the start"
    extends Modelica.Blocks.Icons.Block;
    parameter SI.Time t_eps(min=100*Modelica.Constants.eps) = 1e-7 "The output is 0 for so long";
    Modelica.Blocks.Interfaces.RealInput u "Input";
    Modelica.Blocks.Interfaces.RealOutput y "Standard deviation";
    Modelica.Blocks.Math.Variance variance(t_eps=t_eps) "Variance";
    Modelica.Blocks.Math.Sqrt sqrt1 "Root";
  equation
    connect(u, variance.u);
    connect(variance.y, sqrt1.u);
    connect(sqrt1.y, y);
  end StandardDeviation;

  block Harmonic "Amplitude and phase of one harmonic over the last whole period"
    extends Modelica.Blocks.Icons.Block;
    parameter SI.Frequency f(start=50) "Base frequency";
    parameter Integer k(start=1) "Number of the harmonic";
    parameter Boolean useConjugateComplex = false "True: the opposite phase";
    parameter Real x0Cos = 0 "Integral of the cosine part at the start";
    parameter Real x0Sin = 0 "Integral of the sine part at the start";
    parameter Real y0Cos = 0 "Cosine part during the first period";
    parameter Real y0Sin = 0 "Sine part during the first period";
    Modelica.Blocks.Sources.Cosine sin1(final amplitude=sqrt(2), final f=k*f, final phase=0) "Cosine wave";
    Modelica.Blocks.Sources.Sine sin2(final amplitude=sqrt(2), final f=k*f, final phase=0) "Sine wave";
    MultiProduct product1(nu=2) "Input times cosine";
    MultiProduct product2(nu=2) "Input times sine";
    Mean mean1(final f=f, final x0=x0Cos, final y0=y0Cos) "Cosine part";
    Mean mean2(final f=f, final x0=x0Sin, final y0=y0Sin) "Sine part";
    Modelica.Blocks.Interfaces.RealInput u "Input";
    Modelica.Blocks.Interfaces.RealOutput y_rms "Root mean square of the harmonic";
    Modelica.Blocks.Interfaces.RealOutput y_arg(unit="rad") "Phase of the harmonic";
    Modelica.Blocks.Math.RectangularToPolar rectangularToPolar "Length and angle";
    Gain gain(final k=if useConjugateComplex then -1 else 1) "Sign of the phase";
  equation
    connect(u, product1.u[1]);
    connect(sin1.y, product1.u[2]);
    connect(u, product2.u[1]);
    connect(sin2.y, product2.u[2]);
    connect(product1.y, mean1.u);
    connect(product2.y, mean2.u);
    connect(mean1.y, rectangularToPolar.u_re);
    connect(mean2.y, gain.u);
    connect(gain.y, rectangularToPolar.u_im);
    connect(rectangularToPolar.y_abs, y_rms);
    connect(rectangularToPolar.y_arg, y_arg);
  end Harmonic;

  block Pythagoras "Hypotenuse or leg of a right triangle"
    extends Interfaces.SI2SO;
    parameter Boolean u1IsHypotenuse = false "True: y is the other leg; false: y is the hypotenuse";
    Modelica.Blocks.Interfaces.BooleanOutput valid "False if there is no such triangle";
  protected
    Real y2 "Square of the output";
  equation
    y2 = if u1IsHypotenuse then u1^2 - u2^2 else u1^2 + u2^2;
    valid = not u1IsHypotenuse or y2 >= 0;
    y = if noEvent(y2 > 0) then sqrt(y2) else 0;
  end Pythagoras;

  block Max "Larger of two inputs"
    extends Interfaces.SI2SO;
  equation
    y = max(u1, u2);
  end Max;

  block Min "Smaller of two inputs"
    extends Interfaces.SI2SO;
  equation
    y = min(u1, u2);
  end Min;

  block MinMax "Smallest and largest of any number of inputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nu(min=0) = 0 "Number of inputs" annotation(Dialog(connectorSizing=true));
    Modelica.Blocks.Interfaces.RealVectorInput u[nu] "Inputs";
    Modelica.Blocks.Interfaces.RealOutput yMax "Largest";
    Modelica.Blocks.Interfaces.RealOutput yMin "Smallest";
  equation
    yMax = max(u);
    yMin = min(u);
  end MinMax;

  block LinearDependency "Linear function of two inputs, y0 + k1*u1 + k2*u2"
    extends Interfaces.SI2SO;
    parameter Real y0 = 0 "Value at zero";
    parameter Real k1 = 0 "Dependency on the first input";
    parameter Real k2 = 0 "Dependency on the second input";
  equation
    y = y0 + k1*u1 + k2*u2;
  end LinearDependency;

  block Edge "True when the input becomes true"
    extends Interfaces.BooleanSISO;
  equation
    y = edge(u);
  end Edge;

  block BooleanChange "True when the input changes"
    extends Interfaces.BooleanSISO;
  equation
    y = change(u);
  end BooleanChange;

  block IntegerChange "True when the input changes"
    extends Interfaces.IntegerSIBooleanSO;
  equation
    y = change(u);
  end IntegerChange;
end Math;
