within Modelica.Electrical.Analog;
package Sources "Voltage and current sources"
  extends Modelica.Icons.SourcesPackage;

  model ConstantVoltage "Constant voltage"
    parameter SI.Voltage V(start=1) "Voltage";
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.VoltageSource;
  equation
    v = V;
  end ConstantVoltage;

  model StepVoltage "Step of voltage"
    parameter SI.Voltage V(start=1) "Height";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Step signalSource(
      final height=V));
  end StepVoltage;

  model RampVoltage "Ramp of voltage"
    parameter SI.Voltage V(start=1) "Height";
    parameter SI.Time duration(min=Modelica.Constants.small, start=2) "Duration of the ramp";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Ramp signalSource(
      final height=V,
      final duration=duration));
  end RampVoltage;

  model SineVoltage "Sinusoidal voltage"
    parameter SI.Voltage V(start=1) "Amplitude";
    parameter SI.Angle phase = 0 "Phase at the start time";
    parameter SI.Frequency f(start=1) "Frequency";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Sine signalSource(
      final amplitude=V,
      final f=f,
      final phase=phase));
  end SineVoltage;

  model CosineVoltage "Cosinusoidal voltage"
    parameter SI.Voltage V(start=1) "Amplitude";
    parameter SI.Angle phase = 0 "Phase at the start time";
    parameter SI.Frequency f(start=1) "Frequency";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Cosine signalSource(
      final amplitude=V,
      final f=f,
      final phase=phase));
  end CosineVoltage;

  model ExpSineVoltage "Damped sinusoidal voltage"
    parameter SI.Voltage V(start=1) "Amplitude";
    parameter SI.Frequency f(start=2) "Frequency";
    parameter SI.Angle phase = 0 "Phase at the start time";
    parameter SI.Damping damping(start=1) "Rate of decay";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.ExpSine signalSource(
      final amplitude=V,
      final f=f,
      final phase=phase,
      final damping=damping));
  end ExpSineVoltage;

  model ExponentialsVoltage "Exponential rise and fall of voltage"
    parameter Real vMax(start=1) "Level that an endless rise would reach";
    parameter SI.Time riseTime(min=0, start=0.5) "Duration of the rise";
    parameter SI.Time riseTimeConst(min=Modelica.Constants.small, start=0.1) "Time constant of the rise";
    parameter SI.Time fallTimeConst(min=Modelica.Constants.small, start=riseTimeConst) "Time constant of the fall";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Exponentials signalSource(
      final outMax=vMax,
      final riseTime=riseTime,
      final riseTimeConst=riseTimeConst,
      final fallTimeConst=fallTimeConst));
  end ExponentialsVoltage;

  model PulseVoltage "Pulses of voltage"
    parameter SI.Voltage V(start=1) "Height";
    parameter Real width(final min=Modelica.Constants.small, final max=100, start=50) "Width of a pulse in percent of the period";
    parameter SI.Time period(final min=Modelica.Constants.small, start=1) "Time from one pulse to the next";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Pulse signalSource(
      final amplitude=V,
      final width=width,
      final period=period));
  end PulseVoltage;

  model SawToothVoltage "Saw tooth of voltage"
    parameter SI.Voltage V(start=1) "Height";
    parameter SI.Time period(start=1) "Duration of a tooth";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.SawTooth signalSource(
      final amplitude=V,
      final period=period));
  end SawToothVoltage;

  model TrapezoidVoltage "Trapezoidal pulses of voltage"
    parameter SI.Voltage V(start=1) "Height";
    parameter SI.Time rising(final min=0, start=0) "Duration of the rise";
    parameter SI.Time width(final min=0, start=0.5) "Duration of the plateau";
    parameter SI.Time falling(final min=0, start=0) "Duration of the fall";
    parameter SI.Time period(final min=Modelica.Constants.small, start=1) "Time from one pulse to the next";
    parameter Integer nperiod(start=-1) "Number of pulses; negative: without end";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Trapezoid signalSource(
      final amplitude=V,
      final rising=rising,
      final width=width,
      final falling=falling,
      final period=period,
      final nperiod=nperiod));
  end TrapezoidVoltage;

  model TableVoltage "Table of voltage over time"
    parameter Real table[:, :] = [0, 0; 1, 1; 2, 4] "Rows of time and voltage";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.TimeTable signalSource(
      final table=table));
  end TableVoltage;

  model SignalVoltage "Voltage that is an input"
    extends Modelica.Electrical.Analog.Icons.VoltageSource;
    Interfaces.PositivePin p "Positive pin";
    Interfaces.NegativePin n "Negative pin";
    Modelica.Blocks.Interfaces.RealInput v(unit="V") "Voltage from p to n";
    SI.Current i "Current from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end SignalVoltage;

  model SineVoltageVariableFrequencyAndAmplitude "Sine voltage whose amplitude and frequency are inputs"
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.VoltageSource;
    parameter Boolean useConstantAmplitude = false "True: the amplitude is a parameter";
    parameter SI.Voltage constantAmplitude = 1 "Amplitude if constant";
    parameter Boolean useConstantFrequency = false "True: the frequency is a parameter";
    parameter SI.Frequency constantFrequency = 1 "Frequency if constant";
    parameter SI.Voltage offset = 0 "Added to the wave";
    SI.Angle phi(start=0) "Phase, the integral of the frequency";
    Modelica.Blocks.Interfaces.RealInput V(unit="V") if not useConstantAmplitude "Amplitude";
    Modelica.Blocks.Interfaces.RealInput f(unit="Hz") if not useConstantFrequency "Frequency";
  protected
    Modelica.Blocks.Interfaces.RealOutput V_internal(unit="V") "Amplitude from either side";
    Modelica.Blocks.Interfaces.RealOutput f_internal(unit="Hz") "Frequency from either side";
  equation
    connect(V, V_internal);
    connect(f, f_internal);
    if useConstantAmplitude then
      V_internal = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_internal = constantFrequency;
    end if;
    der(phi) = 2*Modelica.Constants.pi*f_internal;
    v = offset + V_internal*sin(phi);
  end SineVoltageVariableFrequencyAndAmplitude;

  model CosineVoltageVariableFrequencyAndAmplitude "Cosine voltage whose amplitude and frequency are inputs"
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.VoltageSource;
    parameter Boolean useConstantAmplitude = false "True: the amplitude is a parameter";
    parameter SI.Voltage constantAmplitude = 1 "Amplitude if constant";
    parameter Boolean useConstantFrequency = false "True: the frequency is a parameter";
    parameter SI.Frequency constantFrequency = 1 "Frequency if constant";
    parameter SI.Voltage offset = 0 "Added to the wave";
    SI.Angle phi(start=0) "Phase, the integral of the frequency";
    Modelica.Blocks.Interfaces.RealInput V(unit="V") if not useConstantAmplitude "Amplitude";
    Modelica.Blocks.Interfaces.RealInput f(unit="Hz") if not useConstantFrequency "Frequency";
  protected
    Modelica.Blocks.Interfaces.RealOutput V_internal(unit="V") "Amplitude from either side";
    Modelica.Blocks.Interfaces.RealOutput f_internal(unit="Hz") "Frequency from either side";
  equation
    connect(V, V_internal);
    connect(f, f_internal);
    if useConstantAmplitude then
      V_internal = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_internal = constantFrequency;
    end if;
    der(phi) = 2*Modelica.Constants.pi*f_internal;
    v = offset + V_internal*cos(phi);
  end CosineVoltageVariableFrequencyAndAmplitude;

  model ConstantCurrent "Constant current"
    parameter SI.Current I(start=1) "Current";
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.CurrentSource;
  equation
    i = I;
  end ConstantCurrent;

  model StepCurrent "Step of current"
    parameter SI.Current I(start=1) "Height";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Step signalSource(
      final height=I));
  end StepCurrent;

  model RampCurrent "Ramp of current"
    parameter SI.Current I(start=1) "Height";
    parameter SI.Time duration(min=Modelica.Constants.small, start=2) "Duration of the ramp";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Ramp signalSource(
      final height=I,
      final duration=duration));
  end RampCurrent;

  model SineCurrent "Sinusoidal current"
    parameter SI.Current I(start=1) "Amplitude";
    parameter SI.Angle phase = 0 "Phase at the start time";
    parameter SI.Frequency f(start=1) "Frequency";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Sine signalSource(
      final amplitude=I,
      final f=f,
      final phase=phase));
  end SineCurrent;

  model CosineCurrent "Cosinusoidal current"
    parameter SI.Current I(start=1) "Amplitude";
    parameter SI.Angle phase = 0 "Phase at the start time";
    parameter SI.Frequency f(start=1) "Frequency";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Cosine signalSource(
      final amplitude=I,
      final f=f,
      final phase=phase));
  end CosineCurrent;

  model ExpSineCurrent "Damped sinusoidal current"
    parameter SI.Current I(start=1) "Amplitude";
    parameter SI.Frequency f(start=2) "Frequency";
    parameter SI.Angle phase = 0 "Phase at the start time";
    parameter SI.Damping damping(start=1) "Rate of decay";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.ExpSine signalSource(
      final amplitude=I,
      final f=f,
      final phase=phase,
      final damping=damping));
  end ExpSineCurrent;

  model ExponentialsCurrent "Exponential rise and fall of current"
    parameter Real iMax(start=1) "Level that an endless rise would reach";
    parameter SI.Time riseTime(min=0, start=0.5) "Duration of the rise";
    parameter SI.Time riseTimeConst(min=Modelica.Constants.small, start=0.1) "Time constant of the rise";
    parameter SI.Time fallTimeConst(min=Modelica.Constants.small, start=riseTimeConst) "Time constant of the fall";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Exponentials signalSource(
      final outMax=iMax,
      final riseTime=riseTime,
      final riseTimeConst=riseTimeConst,
      final fallTimeConst=fallTimeConst));
  end ExponentialsCurrent;

  model PulseCurrent "Pulses of current"
    parameter SI.Current I(start=1) "Height";
    parameter Real width(final min=Modelica.Constants.small, final max=100, start=50) "Width of a pulse in percent of the period";
    parameter SI.Time period(final min=Modelica.Constants.small, start=1) "Time from one pulse to the next";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Pulse signalSource(
      final amplitude=I,
      final width=width,
      final period=period));
  end PulseCurrent;

  model SawToothCurrent "Saw tooth of current"
    parameter SI.Current I(start=1) "Height";
    parameter SI.Time period(start=1) "Duration of a tooth";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.SawTooth signalSource(
      final amplitude=I,
      final period=period));
  end SawToothCurrent;

  model TrapezoidCurrent "Trapezoidal pulses of current"
    parameter SI.Current I(start=1) "Height";
    parameter SI.Time rising(final min=0, start=0) "Duration of the rise";
    parameter SI.Time width(final min=0, start=0.5) "Duration of the plateau";
    parameter SI.Time falling(final min=0, start=0) "Duration of the fall";
    parameter SI.Time period(final min=Modelica.Constants.small, start=1) "Time from one pulse to the next";
    parameter Integer nperiod(start=-1) "Number of pulses; negative: without end";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Trapezoid signalSource(
      final amplitude=I,
      final rising=rising,
      final width=width,
      final falling=falling,
      final period=period,
      final nperiod=nperiod));
  end TrapezoidCurrent;

  model TableCurrent "Table of current over time"
    parameter Real table[:, :] = [0, 0; 1, 1; 2, 4] "Rows of time and current";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.TimeTable signalSource(
      final table=table));
  end TableCurrent;

  model SignalCurrent "Current that is an input"
    extends Modelica.Electrical.Analog.Icons.CurrentSource;
    Interfaces.PositivePin p "Positive pin";
    Interfaces.NegativePin n "Negative pin";
    Modelica.Blocks.Interfaces.RealInput i(unit="A") "Current from p to n";
    SI.Voltage v "Voltage from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end SignalCurrent;

  model SineCurrentVariableFrequencyAndAmplitude "Sine current whose amplitude and frequency are inputs"
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.CurrentSource;
    parameter Boolean useConstantAmplitude = false "True: the amplitude is a parameter";
    parameter SI.Current constantAmplitude = 1 "Amplitude if constant";
    parameter Boolean useConstantFrequency = false "True: the frequency is a parameter";
    parameter SI.Frequency constantFrequency = 1 "Frequency if constant";
    parameter SI.Current offset = 0 "Added to the wave";
    SI.Angle phi(start=0) "Phase, the integral of the frequency";
    Modelica.Blocks.Interfaces.RealInput I(unit="A") if not useConstantAmplitude "Amplitude";
    Modelica.Blocks.Interfaces.RealInput f(unit="Hz") if not useConstantFrequency "Frequency";
  protected
    Modelica.Blocks.Interfaces.RealOutput I_internal(unit="A") "Amplitude from either side";
    Modelica.Blocks.Interfaces.RealOutput f_internal(unit="Hz") "Frequency from either side";
  equation
    connect(I, I_internal);
    connect(f, f_internal);
    if useConstantAmplitude then
      I_internal = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_internal = constantFrequency;
    end if;
    der(phi) = 2*Modelica.Constants.pi*f_internal;
    i = offset + I_internal*sin(phi);
  end SineCurrentVariableFrequencyAndAmplitude;

  model CosineCurrentVariableFrequencyAndAmplitude "Cosine current whose amplitude and frequency are inputs"
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.CurrentSource;
    parameter Boolean useConstantAmplitude = false "True: the amplitude is a parameter";
    parameter SI.Current constantAmplitude = 1 "Amplitude if constant";
    parameter Boolean useConstantFrequency = false "True: the frequency is a parameter";
    parameter SI.Frequency constantFrequency = 1 "Frequency if constant";
    parameter SI.Current offset = 0 "Added to the wave";
    SI.Angle phi(start=0) "Phase, the integral of the frequency";
    Modelica.Blocks.Interfaces.RealInput I(unit="A") if not useConstantAmplitude "Amplitude";
    Modelica.Blocks.Interfaces.RealInput f(unit="Hz") if not useConstantFrequency "Frequency";
  protected
    Modelica.Blocks.Interfaces.RealOutput I_internal(unit="A") "Amplitude from either side";
    Modelica.Blocks.Interfaces.RealOutput f_internal(unit="Hz") "Frequency from either side";
  equation
    connect(I, I_internal);
    connect(f, f_internal);
    if useConstantAmplitude then
      I_internal = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_internal = constantFrequency;
    end if;
    der(phi) = 2*Modelica.Constants.pi*f_internal;
    i = offset + I_internal*cos(phi);
  end CosineCurrentVariableFrequencyAndAmplitude;

  model SupplyVoltage "Positive and negative supply against a common ground"
    parameter SI.Voltage Vps = +15 "Positive supply";
    parameter SI.Voltage Vns = -15 "Negative supply";
    Interfaces.PositivePin pin_p "Positive supply";
    Interfaces.NegativePin pin_n "Negative supply";
    Interfaces.NegativePin ground "Common pin";
    ConstantVoltage positiveSupply(final V=Vps) "Positive supply";
    ConstantVoltage negativeSupply(final V=-Vns) "Negative supply";
  equation
    connect(positiveSupply.p, pin_p);
    connect(positiveSupply.n, ground);
    connect(negativeSupply.p, ground);
    connect(negativeSupply.n, pin_n);
  end SupplyVoltage;

  annotation(Documentation(info="<html>
<p>A voltage source fixes the voltage from p to n, a current source the current from p to n through itself. Sources with
a shape take it from the block of the same name in <code>Modelica.Blocks.Sources</code>.</p>
</html>"));
end Sources;
