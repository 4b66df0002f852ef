within Modelica.Blocks;
package Continuous "Linear blocks with states"
  extends Modelica.Icons.Package;
  import Modelica.Blocks.Interfaces;
  import Modelica.Blocks.Types.Init;

  block Integrator "Integral of the input"
    parameter Real k = 1 "Gain";
    parameter Boolean use_reset = false "True: there is a reset input";
    parameter Boolean use_set = false "True: there is an input for the value after a reset";
    parameter Init initType = Init.InitialState "Kind of initialisation; InitialState and InitialOutput are the same here";
    parameter Real y_start = 0 "Output at the start, and after a reset without set input";
    extends Interfaces.SISO(y(start=y_start));
    Modelica.Blocks.Interfaces.BooleanInput reset if use_reset "Resets the integral when it becomes true";
    Modelica.Blocks.Interfaces.RealInput set if use_reset and use_set "Value after a reset";
  protected
    Modelica.Blocks.Interfaces.BooleanOutput local_reset "Reset signal, false without a reset input";
    Modelica.Blocks.Interfaces.RealOutput local_set "Value after a reset, y_start without a set input";
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
    elseif initType == Init.InitialState or initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    connect(reset, local_reset);
    connect(set, local_set);
    if not use_reset then
      local_reset = false;
    end if;
    if not (use_reset and use_set) then
      local_set = y_start;
    end if;
    if use_reset then
      when local_reset then
        reinit(y, local_set);
      end when;
    end if;
    der(y) = k*u;
  end Integrator;

  block LimIntegrator "Integral of the input, stopped at two limits"
    parameter Real k = 1 "Gain";
    parameter Real outMax(start=1) "Upper limit";
    parameter Real outMin = -outMax "Lower limit";
    parameter Boolean use_reset = false "True: there is a reset input";
    parameter Boolean use_set = false "True: there is an input for the value after a reset";
    parameter Init initType = Init.InitialState "Kind of initialisation; InitialState and InitialOutput are the same here";
    parameter Boolean limitsAtInit = true "Kept for the interface, not used";
    parameter Real y_start = 0 "Output at the start, and after a reset without set input";
    parameter Boolean strict = false "True: no events at the limits";
    extends Interfaces.SISO(y(start=y_start));
    Modelica.Blocks.Interfaces.BooleanInput reset if use_reset "Resets the integral when it becomes true";
    Modelica.Blocks.Interfaces.RealInput set if use_reset and use_set "Value after a reset";
  protected
    Modelica.Blocks.Interfaces.BooleanOutput local_reset "Reset signal, false without a reset input";
    Modelica.Blocks.Interfaces.RealOutput local_set "Value after a reset, y_start without a set input";
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
    elseif initType == Init.InitialState or initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    assert(outMax >= outMin, "The upper limit " + String(outMax) + " is below the lower limit " + String(outMin) + ".");
    connect(reset, local_reset);
    connect(set, local_set);
    if not use_reset then
      local_reset = false;
    end if;
    if not (use_reset and use_set) then
      local_set = y_start;
    end if;
    if use_reset then
      when local_reset then
        reinit(y, max(outMin, min(outMax, local_set)));
      end when;
    end if;
    if strict then
      der(y) = if noEvent(y <= outMin and k*u < 0 or y >= outMax and k*u > 0) then 0 else k*u;
    else
      der(y) = if y < outMin and k*u < 0 or y > outMax and k*u > 0 then 0 else k*u;
    end if;
    annotation(Documentation(info="<html>
<p>The integral stops at a limit and leaves it at once when the input changes its sign: there is no wind-up.</p>
</html>"));
  end LimIntegrator;

  block Derivative "Approximate derivative, k*s/(T*s + 1)"
    parameter Real k = 1 "Gain";
    parameter SI.Time T(min=Modelica.Constants.small) = 0.01 "Time constant; the smaller, the nearer to a derivative";
    parameter Init initType = Init.NoInit "Kind of initialisation";
    parameter Real x_start = 0 "State at the start";
    parameter Real y_start = 0 "Output at the start";
    extends Interfaces.SISO;
    output Real x(start=x_start) "State: the input, delayed";
  protected
    parameter Boolean zeroGain = abs(k) < Modelica.Constants.eps "Without gain the state is kept, the output is 0";
  initial equation
    if initType == Init.SteadyState then
      der(x) = 0;
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      if zeroGain then
        x = u;
      else
        y = y_start;
      end if;
    end if;
  equation
    der(x) = if zeroGain then 0 else (u - x)/T;
    y = if zeroGain then 0 else k*(u - x)/T;
  end Derivative;

  block FirstOrder "First order lag, k/(T*s + 1)"
    parameter Real k = 1 "Gain";
    parameter SI.Time T(start=1) "Time constant";
    parameter Init initType = Init.NoInit "Kind of initialisation; InitialState and InitialOutput are the same here";
    parameter Real y_start = 0 "Output at the start";
    extends Interfaces.SISO(y(start=y_start));
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
    elseif initType == Init.InitialState or initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    T*der(y) = k*u - y;
  end FirstOrder;

  block SecondOrder "Second order lag, k/((s/w)^2 + 2*D*s/w + 1)"
    parameter Real k = 1 "Gain";
    parameter Real w(start=1) "Angular frequency";
    parameter Real D(start=1) "Damping ratio";
    parameter Init initType = Init.NoInit "Kind of initialisation; InitialState and InitialOutput are the same here";
    parameter Real y_start = 0 "Output at the start";
    parameter Real yd_start = 0 "Derivative of the output at the start";
    extends Interfaces.SISO(y(start=y_start));
    output Real yd(start=yd_start) "Derivative of the output";
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
      der(yd) = 0;
    elseif initType == Init.InitialState or initType == Init.InitialOutput then
      y = y_start;
      der(y) = yd_start;
    end if;
  equation
    der(y) = yd;
    der(yd) = w*(w*(k*u - y) - 2*D*yd);
  end SecondOrder;

  block PI "Proportional-integral controller, k*(1 + 1/(T*s))"
    parameter Real k = 1 "Gain";
    parameter SI.Time T(start=1, min=Modelica.Constants.small) "Integral time";
    parameter Init initType = Init.NoInit "Kind of initialisation";
    parameter Real x_start = 0 "State at the start";
    parameter Real y_start = 0 "Output at the start";
    extends Interfaces.SISO;
    output Real x(start=x_start) "State: integral of the input by T";
  initial equation
    if initType == Init.SteadyState then
      der(x) = 0;
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    der(x) = u/T;
    y = k*(x + u);
  end PI;

  block PID "PID controller in additive form, k*(1 + 1/(Ti*s) + Td*s/(Td/Nd*s + 1))"
    extends Interfaces.SISO;
    parameter Real k = 1 "Gain";
    parameter SI.Time Ti(min=Modelica.Constants.small, start=0.5) "Integral time";
    parameter SI.Time Td(min=0, start=0.1) "Derivative time";
    parameter Real Nd(min=Modelica.Constants.small) = 10 "The larger, the nearer to a true derivative";
    parameter Init initType = Init.InitialState "Kind of initialisation";
    parameter Real xi_start = 0 "Integral part at the start";
    parameter Real xd_start = 0 "State of the derivative part at the start";
    parameter Real y_start = 0 "Output at the start";
    constant SI.Time unitTime = 1 "Makes the units fit";
    Modelica.Blocks.Math.Gain P(k=1) "Proportional part";
    Modelica.Blocks.Continuous.Integrator I(
      k=unitTime/Ti,
      y_start=xi_start,
      initType=if initType == Init.SteadyState then Init.SteadyState
        elseif initType == Init.InitialState then Init.InitialState else Init.NoInit) "Integral part";
    Modelica.Blocks.Continuous.Derivative D(
      k=Td/unitTime,
      T=max(Td/Nd, 100*Modelica.Constants.eps),
      x_start=xd_start,
      initType=if initType == Init.SteadyState or initType == Init.InitialOutput then Init.SteadyState
        elseif initType == Init.InitialState then Init.InitialState else Init.NoInit) "Derivative part";
    Modelica.Blocks.Math.Gain Gain(k=k) "Gain of the controller";
    Modelica.Blocks.Math.Add3 Add "Sum of the parts";
  initial equation
    if initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    connect(u, P.u);
    connect(u, I.u);
    connect(u, D.u);
    connect(P.y, Add.u1);
    connect(I.y, Add.u2);
    connect(D.y, Add.u3);
    connect(Add.y, Gain.u);
    connect(Gain.y, y);
  end PID;

  block LimPID "P, PI, PD or PID controller with limited output and protection against wind-up"
    import Modelica.Blocks.Types.SimpleController;
    extends Modelica.Blocks.Interfaces.SVcontrol;
    output Real controlError = u_s - u_m "Set point minus measurement";
    parameter Modelica.Blocks.Types.SimpleController controllerType = Modelica.Blocks.Types.SimpleController.PID "Parts that are present";
    parameter Real k = 1 "Gain";
    parameter SI.Time Ti(min=Modelica.Constants.small) = 0.5 "Integral time";
    parameter SI.Time Td(min=0) = 0.1 "Derivative time";
    parameter Real yMax(start=1) "Upper limit of the output";
    parameter Real yMin = -yMax "Lower limit of the output";
    parameter Real wp(min=0) = 1 "Weight of the set point in the proportional part";
    parameter Real wd(min=0) = 0 "Weight of the set point in the derivative part";
    parameter Real Ni(min=100*Modelica.Constants.eps) = 0.9 "Ni*Ti is the time constant against wind-up";
    parameter Real Nd(min=100*Modelica.Constants.eps) = 10 "The larger, the nearer to a true derivative";
    parameter Boolean withFeedForward = false "True: there is a feed-forward input";
    parameter Real kFF = 1 "Gain of the feed-forward input";
    parameter Init initType = Init.InitialState "Kind of initialisation";
    parameter Real xi_start = 0 "Integral part at the start";
    parameter Real xd_start = 0 "State of the derivative part at the start";
    parameter Real y_start = 0 "Output at the start";
    parameter Modelica.Blocks.Types.LimiterHomotopy homotopyType = Modelica.Blocks.Types.LimiterHomotopy.Linear "Limiter at the start of initialisation";
    parameter Boolean strict = false "True: no events at the limits";
    constant SI.Time unitTime = 1 "Makes the units fit";
    Modelica.Blocks.Interfaces.RealInput u_ff if withFeedForward "Feed-forward signal";
    Modelica.Blocks.Math.Add addP(k1=wp, k2=-1) "Error of the proportional part";
    Modelica.Blocks.Math.Add addD(k1=wd, k2=-1) if with_D "Error of the derivative part";
    Modelica.Blocks.Math.Gain P(k=1) "Proportional part";
    Modelica.Blocks.Continuous.Integrator I(
      k=unitTime/Ti,
      y_start=xi_start,
      initType=if initType == Init.SteadyState then Init.SteadyState
        elseif initType == Init.InitialState then Init.InitialState else Init.NoInit) if with_I "Integral part";
    Modelica.Blocks.Continuous.Derivative D(
      k=Td/unitTime,
      T=max(Td/Nd, 1e-14),
      x_start=xd_start,
      initType=if initType == Init.SteadyState or initType == Init.InitialOutput then Init.SteadyState
        elseif initType == Init.InitialState then Init.InitialState else Init.NoInit) if with_D "Derivative part";
    Modelica.Blocks.Math.Gain gainPID(k=k) "Gain of the controller";
    Modelica.Blocks.Math.Add3 addPID "Sum of the parts";
    Modelica.Blocks.Math.Add3 addI(k2=-1) if with_I "Error of the integral part, corrected while the output is limited";
    Modelica.Blocks.Math.Add addSat(k1=+1, k2=-1) if with_I "What the limiter takes away";
    Modelica.Blocks.Math.Gain gainTrack(k=1/(k*Ni)) if with_I "Leads it back to the integral part";
    Modelica.Blocks.Nonlinear.Limiter limiter(uMax=yMax, uMin=yMin, strict=strict, homotopyType=homotopyType) "Limits the output";
    Modelica.Blocks.Sources.Constant Dzero(k=0) if not with_D "In place of the derivative part";
    Modelica.Blocks.Sources.Constant Izero(k=0) if not with_I "In place of the integral part";
    Modelica.Blocks.Sources.Constant FFzero(k=0) if not withFeedForward "In place of the feed-forward signal";
    Modelica.Blocks.Math.Add addFF(k1=1, k2=kFF) "Adds the feed-forward signal";
  protected
    parameter Boolean with_I = controllerType == SimpleController.PI or controllerType == SimpleController.PID "Whether there is an integral part";
    parameter Boolean with_D = controllerType == SimpleController.PD or controllerType == SimpleController.PID "Whether there is a derivative part";
  initial equation
    if initType == Init.InitialOutput then
      gainPID.y = y_start;
    end if;
  equation
    assert(yMax >= yMin, "The upper limit " + String(yMax) + " of the controller is below the lower limit " + String(yMin) + ".");
    // proportional part
    connect(u_s, addP.u1);
    connect(u_m, addP.u2);
    connect(addP.y, P.u);
    connect(P.y, addPID.u1);
    // derivative part
    connect(u_s, addD.u1);
    connect(u_m, addD.u2);
    connect(addD.y, D.u);
    connect(D.y, addPID.u2);
    connect(Dzero.y, addPID.u2);
    // integral part
    connect(u_s, addI.u1);
    connect(u_m, addI.u2);
    connect(gainTrack.y, addI.u3);
    connect(addI.y, I.u);
    connect(I.y, addPID.u3);
    connect(Izero.y, addPID.u3);
    // gain, feed-forward, limits
    connect(addPID.y, gainPID.u);
    connect(gainPID.y, addFF.u1);
    connect(u_ff, addFF.u2);
    connect(FFzero.y, addFF.u2);
    connect(addFF.y, limiter.u);
    connect(limiter.y, y);
    // what the limiter takes away stops the integral part
    connect(limiter.y, addSat.u1);
    connect(addFF.y, addSat.u2);
    connect(addSat.y, gainTrack.u);
    annotation(Documentation(info="<html>
<p>The textbook controller of Astrom and Haegglund. Set point weights wp and wd keep steps of the set point from kicking
the actuator. While the output is at a limit, the excess is fed back to the integrator with time constant Ni*Ti, so that
the integral does not run away.</p>
</html>"));
  end LimPID;

  block TransferFunction "Transfer function b(s)/a(s)"
    extends Interfaces.SISO;
    parameter Real b[:] = {1} "Numerator, highest power first";
    parameter Real a[:] = {1} "Denominator, highest power first";
    parameter Init initType = Init.NoInit "Kind of initialisation";
    parameter Real x_start[size(a, 1) - 1] = zeros(nx) "States at the start";
    parameter Real y_start = 0 "Output at the start";
    output Real x[size(a, 1) - 1](start=x_start) "States of the controller canonical form";
  protected
    parameter Integer na = size(a, 1) "Length of the denominator";
    parameter Integer nb = size(b, 1) "Length of the numerator";
    parameter Integer nx = size(a, 1) - 1 "Number of states";
    parameter Real bb[na] = cat(1, zeros(max(0, na - nb)), b) "Numerator, as long as the denominator";
    parameter Real d = bb[1]/a[1] "Direct part";
    parameter Real a_end = if a[na] > 100*Modelica.Constants.eps*sqrt(a*a) then a[na] else 1.0 "Scale of the states";
    Real x_scaled[size(x, 1)] "States, scaled so that a constant input gives the last one the size of the output";
  initial equation
    if initType == Init.SteadyState then
      der(x_scaled) = zeros(nx);
    elseif initType == Init.InitialState then
      x_scaled = x_start*a_end;
    elseif initType == Init.InitialOutput then
      y = y_start;
      for i in 2:nx loop
        der(x_scaled[i]) = 0;
      end for;
    end if;
  equation
    assert(nb <= na, "A transfer function needs a denominator of at least the order of the numerator.");
    if nx == 0 then
      y = d*u;
    else
      a[1]*der(x_scaled[1]) = a_end*u - a[2:na]*x_scaled;
      for i in 2:nx loop
        der(x_scaled[i]) = x_scaled[i - 1];
      end for;
      y = d*u + (bb[2:na] - d*a[2:na])*x_scaled/a_end;
    end if;
    x = x_scaled/a_end;
  end TransferFunction;

  block StateSpace "Linear system der(x) = A*x + B*u, y = C*x + D*u"
    parameter Real A[:, size(A, 1)] = [1, 0; 0, 1] "States to derivatives";
    parameter Real B[size(A, 1), :] = [1; 1] "Inputs to derivatives";
    parameter Real C[:, size(A, 1)] = [1, 1] "States to outputs";
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2)) "Inputs to outputs";
    parameter Init initType = Init.NoInit "Kind of initialisation";
    parameter Real x_start[nx] = zeros(nx) "States at the start";
    parameter Real y_start[ny] = zeros(ny) "Outputs at the start";
    extends Interfaces.MIMO(final nin=size(B, 2), final nout=size(C, 1));
    output Real x[size(A, 1)](start=x_start) "States";
  protected
    parameter Integer nx = size(A, 1) "Number of states";
    parameter Integer ny = size(C, 1) "Number of outputs";
  initial equation
    if initType == Init.SteadyState then
      der(x) = zeros(nx);
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      x = Modelica.Math.Matrices.equalityLeastSquares(A, -B*u, C, y_start - D*u);
    end if;
  equation
    der(x) = A*x + B*u;
    y = C*x + D*u;
  end StateSpace;

  block Der "Derivative of the input"
    extends Interfaces.SISO;
  equation
    y = der(u);
    annotation(Documentation(info="<html>
<p>Exact: the compiler differentiates the equations that define the input. Where that is impossible use Derivative.</p>
</html>"));
  end Der;

  block LowpassButterworth "Low pass filter of Butterworth type"
    extends Modelica.Blocks.Interfaces.SISO;
    parameter Integer n(min=1) = 2 "Order";
    parameter SI.Frequency f(start=1) "Cut-off frequency";
    parameter Init initType = Init.NoInit "Kind of initialisation";
    parameter Real x1_start[m] = zeros(m) "States 1 at the start";
    parameter Real x2_start[m] = zeros(m) "States 2 at the start";
    parameter Real xr_start = 0.0 "State of the first order part at the start";
    parameter Real y_start = 0.0 "Output at the start";
    output Real x1[m](start=x1_start) "Outputs of the second order parts";
    output Real x2[m](start=x2_start) "Their derivatives";
    output Real xr(start=xr_start) "Output of the first order part; 0 if the order is even";
  protected
    parameter Integer m = div(n, 2) "Number of second order parts";
    parameter Boolean evenOrder = 2*m == n "Whether there is no first order part";
    parameter Real w = 2*Modelica.Constants.pi*f "Cut-off angular frequency";
    parameter Real D[m] = {sin(Modelica.Constants.pi*(2*i - 1)/(2*n)) for i in 1:m} "Damping ratios";
    Real z[m + 1] "Signals between the parts";
  initial equation
    if initType == Init.SteadyState then
      der(x1) = zeros(m);
      der(x2) = zeros(m);
      if not evenOrder then
        der(xr) = 0;
      end if;
    elseif initType == Init.InitialState then
      x1 = x1_start;
      x2 = x2_start;
      if not evenOrder then
        xr = xr_start;
      end if;
    elseif initType == Init.InitialOutput then
      y = y_start;
      der(x1) = zeros(m);
      for i in 2:m loop
        der(x2[i]) = 0;
      end for;
      if not evenOrder and m > 0 then
        der(xr) = 0;
      end if;
    end if;
  equation
    z[1] = u;
    for i in 1:m loop
      der(x1[i]) = x2[i];
      der(x2[i]) = w*(w*(z[i] - x1[i]) - 2*D[i]*x2[i]);
      z[i + 1] = x1[i];
    end for;
    if evenOrder then
      xr = 0;
      y = z[m + 1];
    else
      der(xr) = w*(z[m + 1] - xr);
      y = xr;
    end if;
    annotation(Documentation(info="<html>
<p>A chain of second order parts, with one first order part at the end if the order is odd. All poles lie on a circle of
radius 2*pi*f, where the amplitude has fallen to 0.707.</p>
</html>"));
  end LowpassButterworth;

  block CriticalDamping "Low pass filter of n equal first order parts"
    extends Modelica.Blocks.Interfaces.SISO;
    parameter Integer n = 2 "Order";
    parameter SI.Frequency f(start=1) "Cut-off frequency";
    parameter Boolean normalized = true "True: the amplitude at f is 0.707; false: f is that of each part";
    parameter Init initType = Init.NoInit "Kind of initialisation";
    parameter Real x_start[n] = zeros(n) "States at the start";
    parameter Real y_start = 0.0 "Output at the start";
    output Real x[n](start=x_start) "Outputs of the parts";
  protected
    parameter Real alpha = if normalized then sqrt(2^(1/n) - 1) else 1.0 "Factor of the cut-off frequency";
    parameter Real w = 2*Modelica.Constants.pi*f/alpha "Corner of each part";
  initial equation
    if initType == Init.SteadyState then
      der(x) = zeros(n);
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      y = y_start;
      for i in 1:n - 1 loop
        der(x[i]) = 0;
      end for;
    end if;
  equation
    for i in 1:n loop
      der(x[i]) = w*((if i == 1 then u else x[max(i - 1, 1)]) - x[i]);
    end for;
    y = x[n];
  end CriticalDamping;
end Continuous;
