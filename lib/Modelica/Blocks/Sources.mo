within Modelica.Blocks;
package Sources "Sources of signals"
  extends Modelica.Icons.SourcesPackage;
  import Modelica.Blocks.Interfaces;

  block RealExpression "A Real expression as an output"
    Modelica.Blocks.Interfaces.RealOutput y = 0.0 "Output, given as a modifier";
    annotation(Documentation(info="<html>
<p>Use as <code>RealExpression e(y=plant.m*g)</code>: any variable in scope can be read without a wire.</p>
</html>"));
  end RealExpression;

  block IntegerExpression "An Integer expression as an output"
    Modelica.Blocks.Interfaces.IntegerOutput y = 0 "Output, given as a modifier";
  end IntegerExpression;

  block BooleanExpression "A Boolean expression as an output"
    Modelica.Blocks.Interfaces.BooleanOutput y = false "Output, given as a modifier";
  end BooleanExpression;

  block ContinuousClock "Time since the start time"
    extends Interfaces.SignalSource;
  equation
    y = offset + smooth(0, if time < startTime then 0 else time - startTime);
  end ContinuousClock;

  block Constant "Constant value"
    parameter Real k(start=1) "Value";
    extends Interfaces.SO;
  equation
    y = k;
  end Constant;

  block Step "Step"
    parameter Real height = 1 "Height of the step";
    extends Interfaces.SignalSource;
  equation
    y = offset + (if time < startTime then 0 else height);
  end Step;

  block Ramp "Ramp from one level to another"
    parameter Real height = 1 "Height of the ramp";
    parameter SI.Time duration(min=0.0, start=2) "Duration of the ramp; 0 makes it a step";
    extends Interfaces.SignalSource;
  equation
    y = offset + (if time < startTime then 0
      elseif time < startTime + duration then height*(time - startTime)/duration else height);
  end Ramp;

  block Sine "Sine wave"
    parameter Real amplitude = 1 "Amplitude";
    parameter SI.Frequency f(start=1) "Frequency";
    parameter SI.Angle phase = 0 "Phase at the start time";
    parameter Boolean continuous = false "True: no jump at the start time";
    extends Interfaces.SignalSource;
  equation
    y = offset + (if time < startTime then (if continuous then amplitude*sin(phase) else 0)
      else amplitude*sin(2*Modelica.Constants.pi*f*(time - startTime) + phase));
  end Sine;

  block Cosine "Cosine wave"
    parameter Real amplitude = 1 "Amplitude";
    parameter SI.Frequency f(start=1) "Frequency";
    parameter SI.Angle phase = 0 "Phase at the start time";
    parameter Boolean continuous = false "True: no jump at the start time";
    extends Interfaces.SignalSource;
  equation
    y = offset + (if time < startTime then (if continuous then amplitude*cos(phase) else 0)
      else amplitude*cos(2*Modelica.Constants.pi*f*(time - startTime) + phase));
  end Cosine;

  block SineVariableFrequencyAndAmplitude "Sine wave whose amplitude and frequency are inputs"
    extends Interfaces.SO;
    parameter Boolean useConstantAmplitude = false "True: the amplitude is a parameter";
    parameter Real constantAmplitude = 1 "Amplitude if constant";
    parameter Boolean useConstantFrequency = false "True: the frequency is a parameter";
    parameter SI.Frequency constantFrequency = 1 "Frequency if constant";
    parameter Real offset = 0 "Added to the wave";
    SI.Angle phi(start=0) "Phase, the integral of the frequency";
    Interfaces.RealInput amplitude if not useConstantAmplitude "Amplitude";
    Interfaces.RealInput f(unit="Hz") if not useConstantFrequency "Frequency";
  protected
    Interfaces.RealOutput amplitude_internal "Amplitude from either side";
    Interfaces.RealOutput f_internal(unit="Hz") "Frequency from either side";
  equation
    connect(amplitude, amplitude_internal);
    connect(f, f_internal);
    if useConstantAmplitude then
      amplitude_internal = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_internal = constantFrequency;
    end if;
    der(phi) = 2*Modelica.Constants.pi*f_internal;
    y = offset + amplitude_internal*sin(phi);
  end SineVariableFrequencyAndAmplitude;

  block CosineVariableFrequencyAndAmplitude "Cosine wave whose amplitude and frequency are inputs"
    extends Interfaces.SO;
    parameter Boolean useConstantAmplitude = false "True: the amplitude is a parameter";
    parameter Real constantAmplitude = 1 "Amplitude if constant";
    parameter Boolean useConstantFrequency = false "True: the frequency is a parameter";
    parameter SI.Frequency constantFrequency = 1 "Frequency if constant";
    parameter Real offset = 0 "Added to the wave";
    SI.Angle phi(start=0) "Phase, the integral of the frequency";
    Interfaces.RealInput amplitude if not useConstantAmplitude "Amplitude";
    Interfaces.RealInput f(unit="Hz") if not useConstantFrequency "Frequency";
  protected
    Interfaces.RealOutput amplitude_internal "Amplitude from either side";
    Interfaces.RealOutput f_internal(unit="Hz") "Frequency from either side";
  equation
    connect(amplitude, amplitude_internal);
    connect(f, f_internal);
    if useConstantAmplitude then
      amplitude_internal = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_internal = constantFrequency;
    end if;
    der(phi) = 2*Modelica.Constants.pi*f_internal;
    y = offset + amplitude_internal*cos(phi);
  end CosineVariableFrequencyAndAmplitude;

  block Sinc "The function sin(x)/x of x = 2*pi*f*t"
    parameter Real amplitude = 1 "Amplitude";
    parameter SI.Frequency f(start=1) "Frequency";
    parameter Boolean continuous = false "True: the amplitude before the start time, too";
    extends Interfaces.SignalSource;
  protected
    SI.Angle x = 2*Modelica.Constants.pi*f*(time - startTime) "Argument";
  equation
    y = offset + (if time < startTime then (if continuous then amplitude else 0)
      else amplitude*(if noEvent(abs(x) < 1e-8) then 1 else sin(x)/x));
  end Sinc;

  block ExpSine "Damped sine wave"
    parameter Real amplitude = 1 "Amplitude at the start time";
    parameter SI.Frequency f(start=2) "Frequency";
    parameter SI.Angle phase = 0 "Phase at the start time";
    parameter SI.Damping damping(start=1) "Rate of decay";
    extends Interfaces.SignalSource;
  equation
    y = offset + (if time < startTime then 0 else
      amplitude*exp(-damping*(time - startTime))*sin(2*Modelica.Constants.pi*f*(time - startTime) + phase));
  end ExpSine;

  block Exponentials "Exponential rise, then exponential fall"
    parameter Real outMax = 1 "Level that an endless rise would reach";
    parameter SI.Time riseTime(min=0, start=0.5) "Duration of the rise";
    parameter SI.Time riseTimeConst(min=Modelica.Constants.small) = 0.1 "Time constant of the rise";
    parameter SI.Time fallTimeConst(min=Modelica.Constants.small) = riseTimeConst "Time constant of the fall";
    extends Interfaces.SignalSource;
  protected
    Real y_riseTime = outMax*(1 - exp(-riseTime/riseTimeConst)) "Level at the end of the rise";
    SI.Time t = time - startTime "Time since the start";
  equation
    y = offset + (if t < 0 then 0
      elseif t < riseTime then outMax*(1 - exp(-t/riseTimeConst))
      else y_riseTime*exp(-(t - riseTime)/fallTimeConst));
  end Exponentials;

  block Pulse "Rectangular pulses"
    parameter Real amplitude = 1 "Height of the pulses";
    parameter Real width(final min=Modelica.Constants.small, final max=100) = 50 "Width of a pulse in percent of the period";
    parameter SI.Time period(final min=Modelica.Constants.small, start=1) "Time from one pulse to the next";
    parameter Integer nperiod = -1 "Number of pulses; negative: without end";
    extends Interfaces.SignalSource;
  protected
    parameter SI.Time T_width = period*width/100 "Width of a pulse";
    discrete SI.Time T_start "Begin of the current period";
    discrete Integer count "Number of the current period, from 0; negative before the start";
  initial equation
    pre(count) = integer((time - startTime)/period);
    pre(T_start) = startTime + period*pre(count);
  equation
    when sample(startTime, period) then
      count = integer((time - startTime)/period + 0.5);
      T_start = time;
    end when;
    y = offset + (if count >= 0 and (nperiod < 0 or count < nperiod) and time < T_start + T_width then amplitude else 0);
  end Pulse;

  block SawTooth "Saw tooth"
    parameter Real amplitude = 1 "Height of the teeth";
    parameter SI.Time period(final min=Modelica.Constants.small, start=1) "Duration of a tooth";
    parameter Integer nperiod = -1 "Number of teeth; negative: without end";
    extends Interfaces.SignalSource;
  protected
    discrete SI.Time T_start "Begin of the current tooth";
    discrete Integer count "Number of the current tooth, from 0; negative before the start";
  initial equation
    pre(count) = integer((time - startTime)/period);
    pre(T_start) = startTime + period*pre(count);
  equation
    when sample(startTime, period) then
      count = integer((time - startTime)/period + 0.5);
      T_start = time;
    end when;
    y = offset + (if count >= 0 and (nperiod < 0 or count < nperiod) then amplitude*(time - T_start)/period else 0);
  end SawTooth;

  block Trapezoid "Trapezoidal pulses"
    parameter Real amplitude = 1 "Height of the pulses";
    parameter SI.Time rising(final min=0) = 0 "Duration of the rise";
    parameter SI.Time width(final min=0) = 0.5 "Duration of the plateau";
    parameter SI.Time falling(final min=0) = 0 "Duration of the fall";
    parameter SI.Time period(final min=Modelica.Constants.small, start=1) "Time from one pulse to the next";
    parameter Integer nperiod = -1 "Number of pulses; negative: without end";
    extends Interfaces.SignalSource;
  protected
    parameter SI.Time T_rising = rising "End of the rise";
    parameter SI.Time T_width = T_rising + width "End of the plateau";
    parameter SI.Time T_falling = T_width + falling "End of the fall";
    discrete SI.Time T_start "Begin of the current period";
    discrete Integer count "Number of the current period, from 0; negative before the start";
  initial equation
    pre(count) = integer((time - startTime)/period);
    pre(T_start) = startTime + period*pre(count);
  equation
    when sample(startTime, period) then
      count = integer((time - startTime)/period + 0.5);
      T_start = time;
    end when;
    y = offset + (if count < 0 or (nperiod >= 0 and count >= nperiod) then 0
      elseif time < T_start + T_rising then amplitude*(time - T_start)/rising
      elseif time < T_start + T_width then amplitude
      elseif time < T_start + T_falling then amplitude*(T_start + T_falling - time)/falling
      else 0);
  end Trapezoid;

  block LogFrequencySweep "Angular frequency that grows exponentially"
    extends Interfaces.SO;
    parameter Real wMin(final min=Modelica.Constants.eps) "Value at the start time";
    parameter Real wMax(final min=Modelica.Constants.eps) "Value at the end";
    parameter SI.Time startTime = 0 "Begin of the sweep";
    parameter SI.Time duration(min=0.0, start=1) "Duration of the sweep";
  equation
    y = if time < startTime then wMin
      elseif time < startTime + duration then wMin*exp(log(wMax/wMin)*(time - startTime)/duration)
      else wMax;
  end LogFrequencySweep;

  block KinematicPTP "Acceleration of the fastest motion within limits of speed and acceleration"
    parameter Real deltaq[:] = {1} "Ways to go";
    parameter Real qd_max[:](each final min=Modelica.Constants.small) = {1} "Speed limits";
    parameter Real qdd_max[:](each final min=Modelica.Constants.small) = {1} "Acceleration limits";
    parameter SI.Time startTime = 0 "Begin of the motion";
    extends Interfaces.MO(final nout=max({size(deltaq, 1), size(qd_max, 1), size(qdd_max, 1)}));
  protected
    parameter Real p_deltaq[nout] = if size(deltaq, 1) == 1 then fill(deltaq[1], nout) else deltaq "Ways, one for each axis";
    parameter Real p_qd_max[nout] = if size(qd_max, 1) == 1 then fill(qd_max[1], nout) else qd_max "Speed limits";
    parameter Real p_qdd_max[nout] = if size(qdd_max, 1) == 1 then fill(qdd_max[1], nout) else qdd_max "Acceleration limits";
    parameter Real T1 = max(abs(p_deltaq)./p_qd_max) "Time the slowest axis needs at its speed limit";
    parameter Real T2 = max(abs(p_deltaq)./p_qdd_max) "Square of a time: way by acceleration limit";
    parameter Boolean moves = T1 > 0 "False if there is no way to go";
    parameter Boolean cruises = T1*T1 > T2 "True if the speed limit is reached";
    parameter SI.Time Ta = if not moves then 0 elseif cruises then T2/T1 else sqrt(T2) "End of the acceleration";
    parameter SI.Time Tv = if cruises then T1 else Ta "Begin of the deceleration";
    parameter SI.Time Te = Tv + Ta "End of the motion";
    Real sdd "Acceleration of the path variable that goes from 0 to 1";
  equation
    sdd = if not moves or time < startTime then 0
      elseif time < startTime + Ta then 1/T2
      elseif time < startTime + Tv then 0
      elseif time < startTime + Te then -1/T2
      else 0;
    y = p_deltaq*sdd;
    annotation(Documentation(info="<html>
<p>All axes start and stop together. The path variable s goes from 0 to 1 with constant acceleration, constant speed and
constant deceleration; its limits are those of the axis that needs longest. The outputs are the accelerations, to be
integrated twice by the receiver, for example <code>Rotational.Sources.Accelerate</code>.</p>
</html>"));
  end KinematicPTP;

  block KinematicPTP2 "Position, speed and acceleration of the fastest motion within limits"
    extends Modelica.Blocks.Icons.Block;
    parameter Real q_begin[:] = {0} "Where the motion begins";
    parameter Real q_end[:] = {1} "Where the motion ends";
    parameter Real qd_max[:](each final min=Modelica.Constants.small) = {1} "Speed limits";
    parameter Real qdd_max[:](each final min=Modelica.Constants.small) = {1} "Acceleration limits";
    parameter SI.Time startTime = 0 "Begin of the motion";
    final parameter Integer nout = max({size(q_begin, 1), size(q_end, 1), size(qd_max, 1), size(qdd_max, 1)}) "Number of axes";
    output SI.Time endTime "End of the motion";
    Modelica.Blocks.Interfaces.RealOutput q[nout] "Positions";
    Modelica.Blocks.Interfaces.RealOutput qd[nout] "Speeds";
    Modelica.Blocks.Interfaces.RealOutput qdd[nout] "Accelerations";
    Modelica.Blocks.Interfaces.BooleanOutput moving[nout] "Whether the axis moves";
  protected
    parameter Real p_q_begin[nout] = if size(q_begin, 1) == 1 then fill(q_begin[1], nout) else q_begin "First positions";
    parameter Real p_q_end[nout] = if size(q_end, 1) == 1 then fill(q_end[1], nout) else q_end "Last positions";
    parameter Real p_qd_max[nout] = if size(qd_max, 1) == 1 then fill(qd_max[1], nout) else qd_max "Speed limits";
    parameter Real p_qdd_max[nout] = if size(qdd_max, 1) == 1 then fill(qdd_max[1], nout) else qdd_max "Acceleration limits";
    parameter Real p_deltaq[nout] = p_q_end - p_q_begin "Ways to go";
    parameter Real T1 = max(abs(p_deltaq)./p_qd_max) "Time the slowest axis needs at its speed limit";
    parameter Real T2 = max(abs(p_deltaq)./p_qdd_max) "Square of a time: way by acceleration limit";
    parameter Boolean moves = T1 > 0 "False if there is no way to go";
    parameter Boolean cruises = T1*T1 > T2 "True if the speed limit is reached";
    parameter SI.Time Ta = if not moves then 0 elseif cruises then T2/T1 else sqrt(T2) "End of the acceleration";
    parameter SI.Time Tv = if cruises then T1 else Ta "Begin of the deceleration";
    parameter SI.Time Te = Tv + Ta "End of the motion";
    SI.Time t = time - startTime "Time since the begin";
    Boolean running "Whether the motion is going on";
    Real s "Path variable from 0 to 1";
    Real sd "Its speed";
    Real sdd "Its acceleration";
  equation
    running = moves and time >= startTime and time < startTime + Te;
    if not moves or time < startTime then
      s = 0;
      sd = 0;
      sdd = 0;
    elseif time < startTime + Ta then
      s = t*t/(2*T2);
      sd = t/T2;
      sdd = 1/T2;
    elseif time < startTime + Tv then
      s = (t - Ta/2)*Ta/T2;
      sd = Ta/T2;
      sdd = 0;
    elseif time < startTime + Te then
      s = 1 - (Te - t)*(Te - t)/(2*T2);
      sd = (Te - t)/T2;
      sdd = -1/T2;
    else
      s = if moves then 1 else 0;
      sd = 0;
      sdd = 0;
    end if;
    q = p_q_begin + p_deltaq*s;
    qd = p_deltaq*sd;
    qdd = p_deltaq*sdd;
    for i in 1:nout loop
      moving[i] = running and abs(p_deltaq[i]) > 0;
    end for;
    endTime = startTime + Te;
  end KinematicPTP2;

  block TimeTable "Straight lines through points (time, value)"
    parameter Real table[:, 2] = fill(0.0, 0, 2) "Rows of time and value; two rows of equal time make a jump";
    parameter SI.Time timeScale(min=Modelica.Constants.eps) = 1 "Unit of the first column";
    extends Interfaces.SignalSource;
    parameter SI.Time shiftTime = startTime "Added to the first column";
  protected
    discrete Integer row "Rows that are not after now";
    discrete SI.Time nextEvent(start=0, fixed=true) "Next point of the table";
    discrete Real nextScaled "Next point in table time";
    discrete Real base "Not used: the table does not repeat";
    parameter Real d[size(table, 1)] = zeros(size(table, 1)) "Not used: no spline";
    Real t = (time - shiftTime)/timeScale "Table time";
  equation
    assert(size(table, 1) > 0, "The table of a TimeTable is empty.");
    assert(Modelica.Blocks.Tables.Internal.ascends(table[:, 1], false), "The times of a TimeTable must not descend.");
    when {time >= pre(nextEvent), initial()} then
      (row, base, nextScaled) = Modelica.Blocks.Tables.Internal.locate(table[:, 1], t, false);
      nextEvent = Modelica.Blocks.Tables.Internal.unscale(nextScaled, timeScale, shiftTime);
    end when;
    y = offset + (if time < startTime then 0 else
      Modelica.Blocks.Tables.Internal.segment(table[:, 1], table[:, 2], d, row, t,
        Modelica.Blocks.Types.Smoothness.LinearSegments, Modelica.Blocks.Types.Extrapolation.LastTwoPoints));
    annotation(Documentation(info="<html>
<p>Outside the table the first and the last line go on. There is an event at every point, so that the integrator never
steps over a kink or a jump.</p>
</html>"));
  end TimeTable;

  block CombiTimeTable "Several signals over time, from a matrix or a file"
    extends Interfaces.MO(final nout=max(size(columns, 1), size(offset, 1)));
    parameter Boolean tableOnFile = false "Whether the table is read from a file";
    parameter Real table[:, :] = fill(0.0, 0, 2) "First column: time; further columns: values";
    parameter String tableName = "NoName" "Name of the matrix in the file";
    parameter String fileName = "NoName" "The file";
    parameter String delimiter = "," "Between columns of a CSV file";
    parameter Integer nHeaderLines = 0 "Lines of a CSV file that are left out";
    parameter Boolean verboseRead = true "Whether it is told which file is read";
    parameter Integer columns[:] = 2:size(table, 2) "Columns that become outputs";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments "Interpolation";
    parameter Modelica.Blocks.Types.Extrapolation extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints "What happens outside";
    parameter SI.Time timeScale(min=Modelica.Constants.eps) = 1 "Unit of the first column";
    parameter Real offset[:] = {0} "Added to the outputs";
    parameter SI.Time startTime = 0 "The outputs are the offsets until then";
    parameter SI.Time shiftTime = startTime "Added to the first column";
    parameter Modelica.Blocks.Types.TimeEvents timeEvents = Modelica.Blocks.Types.TimeEvents.Always "Whether points of the table are events";
    parameter Boolean verboseExtrapolation = false "Not used";
    final parameter SI.Time t_min = t_minScaled*timeScale "First time of the table";
    final parameter SI.Time t_max = t_maxScaled*timeScale "Last time of the table";
    final parameter Real t_minScaled = if tableOnFile then Modelica.Blocks.Tables.Internal.fileTimeMin(file) elseif size(table, 1) > 0 then table[1, 1] else 0 "First time as it stands in the table";
    final parameter Real t_maxScaled = if tableOnFile then Modelica.Blocks.Tables.Internal.fileTimeMax(file) elseif size(table, 1) > 0 then table[size(table, 1), 1] else 0 "Last time as it stands in the table";
  protected
    parameter Real p_offset[nout] = if size(offset, 1) == 1 then fill(offset[1], nout) else offset "Offsets, one for each output";
    parameter Integer n = size(given, 1) "Number of rows";
    parameter Real given[:, :] = if tableOnFile then fill(0.0, 1, max(columns)) else table "The matrix; of a file, what stands for it";
    Modelica.Blocks.Tables.Internal.FileTimeTable file = Modelica.Blocks.Tables.Internal.FileTimeTable(
      if tableOnFile then fileName else "NoName", if tableOnFile then tableName else "NoName", columns,
      {startTime/timeScale, shiftTime/timeScale}, smoothness, extrapolation, timeEvents, tableOnFile and verboseRead, delimiter, nHeaderLines, zeros(1, size(given, 2))) "The table of a file";
    parameter Boolean periodic = extrapolation == Modelica.Blocks.Types.Extrapolation.Periodic "Whether the table repeats";
    parameter Boolean events = timeEvents <> Modelica.Blocks.Types.TimeEvents.NoTimeEvents "Whether points are events";
    parameter Real d[n, nout] = {{Modelica.Blocks.Tables.Internal.splineSlope(given[:, 1], given[:, columns[j]], i, smoothness, periodic)
      for j in 1:nout} for i in 1:n} "Slopes of the splines at the points";
    discrete Integer row "Rows that are not after now";
    discrete Real base "Table time at which the current repetition began";
    discrete Real nextScaled "Next point in table time";
    discrete Real nextInMatrix "The same, of the matrix";
    discrete SI.Time nextTimeEvent(start=0, fixed=true) "Next point of the table";
    Real t = (time - shiftTime)/timeScale "Table time";
  equation
    assert(tableOnFile or n > 0, "The table of a CombiTimeTable is empty.");
    assert(tableOnFile or Modelica.Blocks.Tables.Internal.ascends(table[:, 1], smoothness <> Modelica.Blocks.Types.Smoothness.LinearSegments
      and smoothness <> Modelica.Blocks.Types.Smoothness.ConstantSegments),
      "The times of a CombiTimeTable must not descend; for splines they must be strictly ascending.");
    when {events and time >= pre(nextTimeEvent), initial()} then
      (row, base, nextInMatrix) = Modelica.Blocks.Tables.Internal.locate(given[:, 1], t, periodic);
      nextScaled = if tableOnFile then Modelica.Blocks.Tables.Internal.fileTimeNext(file, time/timeScale) else nextInMatrix;
      nextTimeEvent = Modelica.Blocks.Tables.Internal.unscale(nextScaled, timeScale, if tableOnFile then 0 else shiftTime);
    end when;
    for j in 1:nout loop
      y[j] = p_offset[j] + (if time < startTime then 0
        elseif tableOnFile then Modelica.Blocks.Tables.Internal.fileTimeValue(file, j, time/timeScale, nextScaled, pre(nextScaled))
        elseif events then Modelica.Blocks.Tables.Internal.segment(given[:, 1], given[:, columns[j]], d[:, j], row, t - base, smoothness, extrapolation)
        else Modelica.Blocks.Tables.Internal.value(given[:, 1], given[:, columns[j]], d[:, j], t, smoothness, extrapolation));
    end for;
    annotation(Documentation(info="<html>
<p>The matrix has one row for each time. Two rows of equal time make a jump. With <code>timeEvents</code> other than
NoTimeEvents every point is an event. A file has text, CSV or MATLAB's format.</p>
</html>"));
  end CombiTimeTable;

  block BooleanConstant "Constant Boolean value"
    parameter Boolean k = true "Value";
    extends Interfaces.partialBooleanSource;
  equation
    y = k;
  end BooleanConstant;

  block BooleanStep "Boolean signal that changes once"
    parameter SI.Time startTime = 0 "Time of the change";
    parameter Boolean startValue = false "Value before";
    extends Interfaces.partialBooleanSource;
  equation
    y = if time >= startTime then not startValue else startValue;
  end BooleanStep;

  block BooleanPulse "Boolean pulses"
    parameter Real width(final min=Modelica.Constants.small, final max=100) = 50 "Width of a pulse in percent of the period";
    parameter SI.Time period(final min=Modelica.Constants.small, start=1) "Time from one pulse to the next";
    parameter SI.Time startTime = 0 "Begin of the first pulse";
    extends Interfaces.partialBooleanSource;
  protected
    parameter SI.Time Twidth = period*width/100 "Width of a pulse";
    discrete SI.Time pulseStart "Begin of the current period";
  initial equation
    pre(pulseStart) = startTime + period*floor((time - startTime)/period);
  equation
    when sample(startTime, period) then
      pulseStart = time;
    end when;
    y = time >= startTime and time < pulseStart + Twidth;
  end BooleanPulse;

  block SampleTrigger "True at the sample instants only"
    parameter SI.Time period(final min=Modelica.Constants.small, start=0.01) "Time between samples";
    parameter SI.Time startTime = 0 "First sample";
    extends Interfaces.partialBooleanSource;
  equation
    y = sample(startTime, period);
  end SampleTrigger;

  block BooleanTable "Boolean signal that changes at given times"
    parameter SI.Time table[:] = {0, 1} "Times of the changes, ascending";
    parameter Boolean startValue = false "Value before the first change";
    parameter Modelica.Blocks.Types.Extrapolation extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint "What happens after the last change";
    parameter SI.Time startTime = -Modelica.Constants.inf "The output is false until then";
    parameter SI.Time shiftTime = 0 "Added to the table";
    extends Interfaces.partialBooleanSO;
  protected
    parameter Integer n = size(table, 1) "Number of changes";
    parameter Boolean periodic = extrapolation == Modelica.Blocks.Types.Extrapolation.Periodic "Whether the table repeats";
    discrete Integer row "Changes that are not after now";
    discrete Real base "Table time at which the current repetition began";
    discrete SI.Time next "Next change in table time";
    discrete SI.Time nextEvent(start=0, fixed=true) "Next change";
  equation
    when {time >= pre(nextEvent), initial()} then
      (row, base, next) = Modelica.Blocks.Tables.Internal.locate(table, time - shiftTime, periodic);
      nextEvent = Modelica.Blocks.Tables.Internal.unscale(next, 1, shiftTime);
    end when;
    assert(Modelica.Blocks.Tables.Internal.ascends(table, true), "The times of a BooleanTable must be strictly ascending.");
    assert(extrapolation <> Modelica.Blocks.Types.Extrapolation.NoExtrapolation or n == 0 or row < n,
      "The time is after the last entry of a BooleanTable and extrapolation is not allowed.");
    y = time >= startTime and (if mod(row, 2) == 1 then not startValue else startValue);
  end BooleanTable;

  block IntegerConstant "Constant Integer value"
    parameter Integer k(start=1) "Value";
    extends Interfaces.IntegerSO;
  equation
    y = k;
  end IntegerConstant;

  block IntegerStep "Integer step"
    parameter Integer height = 1 "Height of the step";
    extends Interfaces.IntegerSignalSource;
  equation
    y = offset + (if time < startTime then 0 else height);
  end IntegerStep;

  block IntegerTable "Integer signal that changes at given times"
    parameter Real table[:, 2] = fill(0.0, 0, 2) "Rows of time and value";
    parameter Modelica.Blocks.Types.Extrapolation extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint "What happens after the last change";
    parameter SI.Time startTime = -Modelica.Constants.inf "The output is 0 until then";
    parameter SI.Time shiftTime = 0 "Added to the first column";
    extends Interfaces.IntegerSO;
  protected
    parameter Integer n = size(table, 1) "Number of rows";
    parameter Boolean periodic = extrapolation == Modelica.Blocks.Types.Extrapolation.Periodic "Whether the table repeats";
    discrete Integer row "Rows that are not after now";
    discrete Integer value "Value of the current row";
    discrete Real base "Table time at which the current repetition began";
    discrete SI.Time next "Next change in table time";
    discrete SI.Time nextEvent(start=0, fixed=true) "Next change";
  equation
    assert(n > 0, "The table of an IntegerTable is empty.");
    assert(Modelica.Blocks.Tables.Internal.ascends(table[:, 1], false), "The times of an IntegerTable must not descend.");
    when {time >= pre(nextEvent), initial()} then
      (row, base, next) = Modelica.Blocks.Tables.Internal.locate(table[:, 1], time - shiftTime, periodic);
      nextEvent = Modelica.Blocks.Tables.Internal.unscale(next, 1, shiftTime);
      value = Modelica.Blocks.Tables.Internal.integerAt(table[:, 2], row);
    end when;
    y = if time < startTime then 0 else value;
  end IntegerTable;
end Sources;
