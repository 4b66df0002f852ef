within Modelica.Blocks;
package Types "Choices that parameters of blocks offer"
  extends Modelica.Icons.TypesPackage;

  type Smoothness = enumeration(
    LinearSegments "Straight lines between the points",
    ContinuousDerivative "Akima spline",
    ConstantSegments "Steps: each value holds until the next point",
    MonotoneContinuousDerivative1 "Fritsch-Butland spline, monotone where the data are",
    MonotoneContinuousDerivative2 "Steffen spline, monotone where the data are",
    ModifiedContinuousDerivative "Akima spline with modified weights, flat where the data are")
    "How a table is interpolated";

  type Extrapolation = enumeration(
    HoldLastPoint "Keep the value at the border",
    LastTwoPoints "Go on with the slope at the border",
    Periodic "Repeat the table",
    NoExtrapolation "Leaving the table is an error") "What happens outside a table";

  type TimeEvents = enumeration(
    Always "At every point of the table",
    AtDiscontinuities "Where the table jumps",
    NoTimeEvents "Never") "When a table over time makes events";

  type Init = enumeration(
    NoInit "None; start values are guesses",
    SteadyState "Derivatives are zero",
    InitialState "States have their start values",
    InitialOutput "The output has its start value, and what is left is in steady state") "How a block is initialised";

  type SimpleController = enumeration(
    P "Proportional",
    PI "Proportional and integral",
    PD "Proportional and derivative",
    PID "All three") "Kinds of simple controller";

  type AnalogFilter = enumeration(
    CriticalDamping "All poles equal",
    Bessel "Flat group delay",
    Butterworth "Flat amplitude",
    ChebyshevI "Steep, with ripple in the pass band") "Kinds of filter by behaviour";

  type FilterType = enumeration(
    LowPass "Lets low frequencies through",
    HighPass "Lets high frequencies through",
    BandPass "Lets a band through",
    BandStop "Stops a band") "Kinds of filter by frequency";

  type Regularization = enumeration(
    Exp "Exponential function",
    Sine "Sine",
    Linear "Straight line",
    Cosine "Cosine") "How a jump is made smooth";

  type LimiterHomotopy = enumeration(
    NoHomotopy "The limiter itself, from the start",
    Linear "Begin without limits",
    UpperLimit "Begin at the upper limit",
    LowerLimit "Begin at the lower limit") "What a limiter is replaced by at the start of initialisation";

  type VariableLimiterHomotopy = enumeration(
    NoHomotopy "The limiter itself, from the start",
    Linear "Begin without limits",
    Fixed "Begin with a fixed value") "What a variable limiter is replaced by at the start of initialisation";
end Types;
