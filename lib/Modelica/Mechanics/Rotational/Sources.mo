within Modelica.Mechanics.Rotational;
package Sources "Torques and prescribed motion"
  extends Modelica.Icons.SourcesPackage;

  model Position "Moves the flange as an input says"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    SI.Angle phi(stateSelect=if exact then StateSelect.default else StateSelect.prefer) "Angle of the flange against the support";
    parameter Boolean exact = false "True: exactly, the input must be smooth; false: through a filter";
    parameter SI.Frequency f_crit = 50 "Critical frequency of the filter";
    SI.AngularVelocity w(start=0, stateSelect=if exact then StateSelect.default else StateSelect.prefer) "Speed of the flange against the support; 0 if exact";
    SI.AngularAcceleration a(start=0) "Acceleration of the flange against the support; 0 if exact";
    Modelica.Blocks.Interfaces.RealInput phi_ref(final quantity="Angle", final unit="rad", displayUnit="deg") "Where the flange should be";
  protected
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit "Critical angular frequency";
    constant Real af = 1.3617 "Coefficient of s of the Bessel filter of order 2";
    constant Real bf = 0.6180 "Coefficient of s^2 of the Bessel filter of order 2";
  initial equation
    if not exact then
      phi = phi_ref;
    end if;
  equation
    phi = flange.phi - phi_support;
    if exact then
      phi = phi_ref;
      w = 0;
      a = 0;
    else
      w = der(phi);
      a = der(w);
      bf*a/w_crit^2 + af*w/w_crit + phi = phi_ref;
    end if;
    annotation(Documentation(info="<html>
<p>Usually the input passes a Bessel filter of second order, so that it need not be differentiable. With
<code>exact=true</code> there is no filter, and the compiler differentiates the input twice if an inertia needs it.</p>
</html>"));
  end Position;

  model Speed "Moves the flange with the speed that an input says"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    SI.Angle phi(start=0, fixed=true, stateSelect=StateSelect.prefer) "Angle of the flange against the support";
    parameter Boolean exact = false "True: exactly, the input must be smooth; false: through a filter";
    parameter SI.Frequency f_crit = 50 "Critical frequency of the filter";
    SI.AngularVelocity w(stateSelect=if exact then StateSelect.default else StateSelect.prefer) "Speed of the flange against the support";
    SI.AngularAcceleration a "Acceleration of the flange against the support; 0 if exact";
    Modelica.Blocks.Interfaces.RealInput w_ref(unit="rad/s") "Speed that the flange should have";
  protected
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit "Critical angular frequency";
  initial equation
    if not exact then
      w = w_ref;
    end if;
  equation
    phi = flange.phi - phi_support;
    w = der(phi);
    if exact then
      w = w_ref;
      a = 0;
    else
      a = der(w);
      a/w_crit + w = w_ref;
    end if;
  end Speed;

  model Accelerate "Moves the flange with the acceleration that an input says"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    SI.Angle phi(start=0, fixed=true, stateSelect=StateSelect.prefer) "Angle of the flange against the support";
    SI.AngularVelocity w(start=0, fixed=true, stateSelect=StateSelect.prefer) "Speed of the flange against the support";
    SI.AngularAcceleration a "Acceleration of the flange against the support";
    Modelica.Blocks.Interfaces.RealInput a_ref(unit="rad/s2") "Acceleration that the flange should have";
  equation
    phi = flange.phi - phi_support;
    w = der(phi);
    a = der(w);
    a = a_ref;
  end Accelerate;

  model Move "Moves the flange as inputs of position, speed and acceleration say"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    SI.Angle phi "Angle of the flange against the support";
    Modelica.Blocks.Interfaces.RealInput u[3] "Position, speed and acceleration, which must fit each other";
  equation
    phi = flange.phi - phi_support;
    phi = Modelica.Mechanics.Internal.position(u, time);
    annotation(Documentation(info="<html>
<p>When the compiler needs a derivative of the position it takes the speed or acceleration that was given.</p>
</html>"));
  end Move;

  model Torque "Torque from an input"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    Modelica.Blocks.Interfaces.RealInput tau(unit="N.m") "Accelerating torque";
  equation
    flange.tau = -tau;
  end Torque;

  model Torque2 "Torque from an input, between two flanges"
    extends Interfaces.PartialTwoFlanges;
    Modelica.Blocks.Interfaces.RealInput tau(unit="N.m") "Torque that drives flange_b against flange_a";
  equation
    flange_a.tau = tau;
    flange_b.tau = -tau;
  end Torque2;

  model ConstantTorque "Constant torque"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_constant "Accelerating torque";
    SI.AngularVelocity w "Speed of the flange against the support";
    SI.Torque tau "Accelerating torque at the flange";
  equation
    w = der(phi);
    tau = -flange.tau;
    tau = tau_constant;
  end ConstantTorque;

  model TorqueStep "Step of torque"
    extends Interfaces.PartialTorque;
    parameter SI.Torque stepTorque(start=1) "Height of the step, accelerating";
    parameter SI.Torque offsetTorque(start=0) "Torque before the step";
    parameter SI.Time startTime = 0 "Time of the step";
    SI.Torque tau "Accelerating torque at the flange";
  equation
    tau = -flange.tau;
    tau = offsetTorque + (if time < startTime then 0 else stepTorque);
  end TorqueStep;

  model LinearSpeedDependentTorque "Torque proportional to the speed"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "Torque at nominal speed; negative for a load";
    parameter Boolean TorqueDirection = true "True: the same direction at all speeds; false: it changes with that of the speed";
    parameter SI.AngularVelocity w_nominal(min=Modelica.Constants.eps) "Nominal speed";
    SI.AngularVelocity w "Speed of the flange against the support";
    SI.Torque tau "Accelerating torque at the flange";
  equation
    w = der(phi);
    tau = -flange.tau;
    tau = tau_nominal*(if TorqueDirection then abs(w/w_nominal) else w/w_nominal);
  end LinearSpeedDependentTorque;

  model QuadraticSpeedDependentTorque "Torque proportional to the square of the speed"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "Torque at nominal speed; negative for a load";
    parameter Boolean TorqueDirection = true "True: the same direction at all speeds; false: it changes with that of the speed";
    parameter SI.AngularVelocity w_nominal(min=Modelica.Constants.eps) "Nominal speed";
    SI.AngularVelocity w "Speed of the flange against the support";
    SI.Torque tau "Accelerating torque at the flange";
  equation
    w = der(phi);
    tau = -flange.tau;
    tau = tau_nominal*(w/w_nominal)^2*(if TorqueDirection or w >= 0 then 1 else -1);
  end QuadraticSpeedDependentTorque;

  model InverseSpeedDependentTorque "Torque inverse to the speed: constant power"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "Torque at nominal speed; negative for a load";
    parameter Boolean TorqueDirection = true "True: the same direction at all speeds; false: it changes with that of the speed";
    parameter SI.AngularVelocity w_nominal(min=Modelica.Constants.eps) "Nominal speed";
    parameter SI.AngularVelocity w0(final min=Modelica.Constants.eps, start=0.1) "Width of the transition at zero speed";
    SI.AngularVelocity w "Speed of the flange against the support";
    SI.Torque tau "Accelerating torque at the flange";
  equation
    w = der(phi);
    tau = -flange.tau;
    tau = if TorqueDirection then tau_nominal*w_nominal/(if abs(w) < w0 then w0 else abs(w))
      elseif abs(w) < w0 then tau_nominal*w_nominal/w0*(w/w0) else tau_nominal*w_nominal/w;
  end InverseSpeedDependentTorque;

  model SignTorque "Torque of constant size against the speed"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "Torque at positive speed; negative for a load";
    parameter Modelica.Blocks.Types.Regularization reg = Modelica.Blocks.Types.Regularization.Exp "Shape of the transition at zero speed";
    parameter SI.AngularVelocity w0(final min=Modelica.Constants.eps, start=0.1) "Width of the transition at zero speed";
    SI.AngularVelocity w "Speed of the flange against the support";
    SI.Torque tau "Accelerating torque at the flange";
  equation
    w = der(phi);
    tau = -flange.tau;
    tau = tau_nominal*Modelica.Mechanics.Internal.regularSign(w/w0, reg);
  end SignTorque;

  model ConstantSpeed "Moves the flange with constant speed"
    extends Interfaces.PartialTorque;
    SI.AngularVelocity w "Speed of the flange against the support";
    parameter SI.AngularVelocity w_fixed "Speed";
  equation
    w = der(phi);
    w = w_fixed;
  end ConstantSpeed;

  annotation(Documentation(info="<html>
<p>A positive torque accelerates the flange it acts on.</p>
</html>"));
end Sources;
