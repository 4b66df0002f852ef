within Modelica.Blocks;
package Interfaces "Connectors and partial blocks"
  extends Modelica.Icons.InterfacesPackage;

  connector RealInput = input Real "Real signal into a block";
  connector RealOutput = output Real "Real signal out of a block";
  connector BooleanInput = input Boolean "Boolean signal into a block";
  connector BooleanOutput = output Boolean "Boolean signal out of a block";
  connector IntegerInput = input Integer "Integer signal into a block";
  connector IntegerOutput = output Integer "Integer signal out of a block";
  connector RealVectorInput = input Real "Real signal into a block, element of a vector that grows with its connections";
  connector IntegerVectorInput = input Integer "Integer signal into a block, element of a vector that grows with its connections";
  connector BooleanVectorInput = input Boolean "Boolean signal into a block, element of a vector that grows with its connections";
  connector RealVectorOutput = output Real "Real signal out of a block, element of a vector that grows with its connections";

  partial block SO "One output"
    extends Modelica.Blocks.Icons.Block;
    RealOutput y "Output";
  end SO;

  partial block MO "A vector of outputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nout(min=1) = 1 "Number of outputs";
    RealOutput y[nout] "Outputs";
  end MO;

  partial block SISO "One input, one output"
    extends Modelica.Blocks.Icons.Block;
    RealInput u "Input";
    RealOutput y "Output";
  end SISO;

  partial block SI2SO "Two inputs, one output"
    extends Modelica.Blocks.Icons.Block;
    RealInput u1 "First input";
    RealInput u2 "Second input";
    RealOutput y "Output";
  end SI2SO;

  partial block SIMO "One input, a vector of outputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nout = 1 "Number of outputs";
    RealInput u "Input";
    RealOutput y[nout] "Outputs";
  end SIMO;

  partial block MISO "A vector of inputs, one output"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nin = 1 "Number of inputs";
    RealInput u[nin] "Inputs";
    RealOutput y "Output";
  end MISO;

  partial block PartialRealMISO "A vector of inputs that grows with its connections, one output"
    parameter Integer significantDigits(min=1) = 3 "Digits shown in a diagram";
    parameter Integer nu(min=0) = 0 "Number of inputs" annotation(Dialog(connectorSizing=true));
    RealVectorInput u[nu] "Inputs";
    RealOutput y "Output";
  end PartialRealMISO;

  partial block MIMO "Vectors of inputs and of outputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nin = 1 "Number of inputs";
    parameter Integer nout = 1 "Number of outputs";
    RealInput u[nin] "Inputs";
    RealOutput y[nout] "Outputs";
  end MIMO;

  partial block MIMOs "As many inputs as outputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n = 1 "Number of inputs and of outputs";
    RealInput u[n] "Inputs";
    RealOutput y[n] "Outputs";
  end MIMOs;

  partial block MI2MO "Two vectors of inputs, one of outputs, all of one size"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n = 1 "Size of each vector";
    RealInput u1[n] "First inputs";
    RealInput u2[n] "Second inputs";
    RealOutput y[n] "Outputs";
  end MI2MO;

  partial block SignalSource "Source with offset and start time"
    extends SO;
    parameter Real offset = 0 "Added to the signal";
    parameter SI.Time startTime = 0 "The output is the offset until then";
  end SignalSource;

  partial block SVcontrol "Controller of one variable"
    extends Modelica.Blocks.Icons.Block;
    RealInput u_s "Set point";
    RealInput u_m "Measurement";
    RealOutput y "Actuator signal";
  end SVcontrol;

  partial block MVcontrol "Controller of several variables"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nu_s = 1 "Number of set points";
    parameter Integer nu_m = 1 "Number of measurements";
    parameter Integer ny = 1 "Number of actuators";
    RealInput u_s[nu_s] "Set points";
    RealInput u_m[nu_m] "Measurements";
    RealOutput y[ny] "Actuator signals";
  end MVcontrol;

  partial block DiscreteBlock "Sampled block"
    extends Modelica.Blocks.Icons.DiscreteBlock;
    parameter SI.Time samplePeriod(min=100*Modelica.Constants.eps, start=0.1) "Time between samples";
    parameter SI.Time startTime = 0 "Time of the first sample";
  protected
    output Boolean sampleTrigger "True at each sample";
    output Boolean firstTrigger(start=false, fixed=true) "True at the first sample only";
  equation
    sampleTrigger = sample(startTime, samplePeriod);
    when sampleTrigger then
      firstTrigger = time <= startTime + samplePeriod/2;
    end when;
  end DiscreteBlock;

  partial block DiscreteSISO "Sampled block, one input, one output"
    extends DiscreteBlock;
    RealInput u "Input";
    RealOutput y "Output";
  end DiscreteSISO;

  partial block DiscreteMIMO "Sampled block with vectors of inputs and of outputs"
    extends DiscreteBlock;
    parameter Integer nin = 1 "Number of inputs";
    parameter Integer nout = 1 "Number of outputs";
    RealInput u[nin] "Inputs";
    RealOutput y[nout] "Outputs";
  end DiscreteMIMO;

  partial block DiscreteMIMOs "Sampled block with as many inputs as outputs"
    extends DiscreteBlock;
    parameter Integer n = 1 "Number of inputs and of outputs";
    RealInput u[n] "Inputs";
    RealOutput y[n] "Outputs";
  end DiscreteMIMOs;

  partial block SVdiscrete "Sampled controller of one variable"
    extends DiscreteBlock;
    Discrete.Sampler sampler_s(final samplePeriod=samplePeriod, final startTime=startTime) "Samples the set point";
    Discrete.Sampler sampler_m(final samplePeriod=samplePeriod, final startTime=startTime) "Samples the measurement";
    RealInput u_s "Set point";
    RealInput u_m "Measurement";
    RealOutput y "Actuator signal";
  equation
    connect(u_s, sampler_s.u);
    connect(u_m, sampler_m.u);
  end SVdiscrete;

  partial block MVdiscrete "Sampled controller of several variables"
    extends DiscreteBlock;
    parameter Integer nu_s = 1 "Number of set points";
    parameter Integer nu_m = 1 "Number of measurements";
    parameter Integer ny = 1 "Number of actuators";
    Discrete.Sampler sampler_s[nu_s](each final samplePeriod=samplePeriod, each final startTime=startTime) "Samples the set points";
    Discrete.Sampler sampler_m[nu_m](each final samplePeriod=samplePeriod, each final startTime=startTime) "Samples the measurements";
    RealInput u_s[nu_s] "Set points";
    RealInput u_m[nu_m] "Measurements";
    RealOutput y[ny] "Actuator signals";
  equation
    connect(u_s, sampler_s.u);
    connect(u_m, sampler_m.u);
  end MVdiscrete;

  partial block BooleanSISO "One Boolean input, one Boolean output"
    extends Modelica.Blocks.Icons.BooleanBlock;
    BooleanInput u "Input";
    BooleanOutput y "Output";
  end BooleanSISO;

  partial block BooleanMIMOs "As many Boolean inputs as outputs"
    extends Modelica.Blocks.Icons.BooleanBlock;
    parameter Integer n = 1 "Number of inputs and of outputs";
    BooleanInput u[n] "Inputs";
    BooleanOutput y[n] "Outputs";
  end BooleanMIMOs;

  partial block MI2BooleanMOs "Two vectors of Real inputs, one of Boolean outputs"
    extends Modelica.Blocks.Icons.BooleanBlock;
    parameter Integer n = 1 "Size of each vector";
    RealInput u1[n] "First inputs";
    RealInput u2[n] "Second inputs";
    BooleanOutput y[n] "Outputs";
  end MI2BooleanMOs;

  partial block SI2BooleanSO "Two Boolean inputs, one Boolean output"
    extends Modelica.Blocks.Icons.BooleanBlock;
    BooleanInput u1 "First input";
    BooleanInput u2 "Second input";
    BooleanOutput y "Output";
  end SI2BooleanSO;

  partial block BooleanSignalSource "Source of a Boolean signal"
    extends Modelica.Blocks.Icons.BooleanBlock;
    BooleanOutput y "Output";
  end BooleanSignalSource;

  partial block IntegerSO "One Integer output"
    extends Modelica.Blocks.Icons.IntegerBlock;
    IntegerOutput y "Output";
  end IntegerSO;

  partial block IntegerMO "A vector of Integer outputs"
    extends Modelica.Blocks.Icons.IntegerBlock;
    parameter Integer nout(min=1) = 1 "Number of outputs";
    IntegerOutput y[nout] "Outputs";
  end IntegerMO;

  partial block IntegerSignalSource "Source of an Integer signal with offset and start time"
    extends IntegerSO;
    parameter Integer offset = 0 "Added to the signal";
    parameter SI.Time startTime = 0 "The output is the offset until then";
  end IntegerSignalSource;

  partial block IntegerSIBooleanSO "One Integer input, one Boolean output"
    extends Modelica.Blocks.Icons.BooleanBlock;
    IntegerInput u "Input";
    BooleanOutput y "Output";
  end IntegerSIBooleanSO;

  partial block IntegerMIBooleanMOs "As many Integer inputs as Boolean outputs"
    extends Modelica.Blocks.Icons.BooleanBlock;
    parameter Integer n = 1 "Number of inputs and of outputs";
    IntegerInput u[n] "Inputs";
    BooleanOutput y[n] "Outputs";
  end IntegerMIBooleanMOs;

  partial block PartialIntegerSISO "One Integer input, one Integer output"
    IntegerInput u "Input";
    IntegerOutput y "Output";
  end PartialIntegerSISO;

  partial block PartialIntegerMISO "A vector of Integer inputs that grows with its connections, one output"
    parameter Integer nu(min=0) = 0 "Number of inputs" annotation(Dialog(connectorSizing=true));
    IntegerVectorInput u[nu] "Inputs";
    IntegerOutput y "Output";
  end PartialIntegerMISO;

  partial block partialBooleanSISO "Logical block, one input, one output"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanInput u "Input";
    BooleanOutput y "Output";
  end partialBooleanSISO;

  partial block partialBooleanSI2SO "Logical block, two inputs, one output"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanInput u1 "First input";
    BooleanInput u2 "Second input";
    BooleanOutput y "Output";
  end partialBooleanSI2SO;

  partial block partialBooleanSI3SO "Logical block, three inputs, one output"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanInput u1 "First input";
    BooleanInput u2 "Second input";
    BooleanInput u3 "Third input";
    BooleanOutput y "Output";
  end partialBooleanSI3SO;

  partial block partialBooleanSI "Logical block, one input"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanInput u "Input";
  end partialBooleanSI;

  partial block partialBooleanSO "Logical block, one output"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanOutput y "Output";
  end partialBooleanSO;

  partial block partialBooleanSource "Source of a Boolean signal"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanOutput y "Output";
  end partialBooleanSource;

  partial block partialBooleanThresholdComparison "Compares a signal with a threshold"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Real threshold = 0 "Compared with";
    RealInput u "Input";
    BooleanOutput y "Output";
  end partialBooleanThresholdComparison;

  partial block partialBooleanComparison "Compares two signals"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    RealInput u1 "First input";
    RealInput u2 "Second input";
    BooleanOutput y "Output";
  end partialBooleanComparison;

  partial block PartialBooleanSISO_small "One Boolean input, one Boolean output"
    BooleanInput u "Input";
    BooleanOutput y "Output";
  end PartialBooleanSISO_small;

  partial block PartialBooleanMISO "A vector of Boolean inputs that grows with its connections, one output"
    parameter Integer nu(min=0) = 0 "Number of inputs" annotation(Dialog(connectorSizing=true));
    BooleanVectorInput u[nu] "Inputs";
    BooleanOutput y "Output";
  end PartialBooleanMISO;

  partial block PartialConversionBlock "Converts a unit"
    RealInput u "Input";
    RealOutput y "Output";
  end PartialConversionBlock;
  annotation(Documentation(info="<html>
<p>S stands for single, M for multiple, I for input, O for output: an SI2SO block has two single inputs and one
single output.</p>
</html>"));
end Interfaces;
