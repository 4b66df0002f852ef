within Modelica.Mechanics.Translational;
package Sources "Forces and prescribed motion"
  extends Modelica.Icons.SourcesPackage;

  model Position "Moves the flange as an input says"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2(s(stateSelect=if exact then StateSelect.default else StateSelect.prefer));
    parameter Boolean exact = false "True: exactly, the input must be smooth; false: through a filter";
    parameter SI.Frequency f_crit = 50 "Critical frequency of the filter";
    SI.Velocity v(start=0, stateSelect=if exact then StateSelect.default else StateSelect.prefer) "Speed of the flange against the support; 0 if exact";
    SI.Acceleration a(start=0) "Acceleration of the flange against the support; 0 if exact";
    Modelica.Blocks.Interfaces.RealInput s_ref(unit="m") "Where the flange should be";
  protected
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit "Critical angular frequency";
    constant Real af = 1.3617 "Coefficient of s of the Bessel filter of order 2";
    constant Real bf = 0.6180 "Coefficient of s^2 of the Bessel filter of order 2";
  initial equation
    if not exact then
      s = s_ref;
    end if;
  equation
    if exact then
      s = s_ref;
      v = 0;
      a = 0;
    else
      v = der(s);
      a = der(v);
      bf*a/w_crit^2 + af*v/w_crit + s = s_ref;
    end if;
    annotation(Documentation(info="<html>
<p>Usually the input passes a Bessel filter of second order, so that it need not be differentiable. With
<code>exact=true</code> there is no filter, and the compiler differentiates the input twice if an inertia needs it.</p>
</html>"));
  end Position;

  model Speed "Moves the flange with the speed that an input says"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2(s(start=0, fixed=true, stateSelect=StateSelect.prefer));
    parameter Boolean exact = false "True: exactly, the input must be smooth; false: through a filter";
    parameter SI.Frequency f_crit = 50 "Critical frequency of the filter";
    SI.Velocity v(stateSelect=if exact then StateSelect.default else StateSelect.prefer) "Speed of the flange against the support";
    SI.Acceleration a "Acceleration of the flange against the support; 0 if exact";
    Modelica.Blocks.Interfaces.RealInput v_ref(unit="m/s") "Speed that the flange should have";
  protected
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit "Critical angular frequency";
  initial equation
    if not exact then
      v = v_ref;
    end if;
  equation
    v = der(s);
    if exact then
      v = v_ref;
      a = 0;
    else
      a = der(v);
      a/w_crit + v = v_ref;
    end if;
  end Speed;

  model Accelerate "Moves the flange with the acceleration that an input says"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2(s(start=0, fixed=true, stateSelect=StateSelect.prefer));
    SI.Velocity v(start=0, fixed=true, stateSelect=StateSelect.prefer) "Speed of the flange against the support";
    SI.Acceleration a "Acceleration of the flange against the support";
    Modelica.Blocks.Interfaces.RealInput a_ref(unit="m/s2") "Acceleration that the flange should have";
  equation
    v = der(s);
    a = der(v);
    a = a_ref;
  end Accelerate;

  model Move "Moves the flange as inputs of position, speed and acceleration say"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    Modelica.Blocks.Interfaces.RealInput u[3] "Position, speed and acceleration, which must fit each other";
  equation
    s = Modelica.Mechanics.Internal.position(u, time);
    annotation(Documentation(info="<html>
<p>When the compiler needs a derivative of the position it takes the speed or acceleration that was given.</p>
</html>"));
  end Move;

  model Force "Force from an input"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    Modelica.Blocks.Interfaces.RealInput f(unit="N") "Accelerating force";
  equation
    flange.f = -f;
  end Force;

  model Force2 "Force from an input, between two flanges"
    extends Interfaces.PartialTwoFlanges;
    Modelica.Blocks.Interfaces.RealInput f(unit="N") "Force that drives flange_b against flange_a";
  equation
    flange_a.f = f;
    flange_b.f = -f;
  end Force2;

  model ConstantForce "Constant force"
    extends Interfaces.PartialForce;
    parameter SI.Force f_constant "Accelerating force";
  equation
    f = -f_constant;
  end ConstantForce;

  model ForceStep "Step of force"
    extends Interfaces.PartialForce;
    parameter SI.Force stepForce(start=1) "Height of the step, accelerating";
    parameter SI.Force offsetForce(start=0) "Force before the step";
    parameter SI.Time startTime = 0 "Time of the step";
  equation
    f = -(offsetForce + (if time < startTime then 0 else stepForce));
  end ForceStep;

  model LinearSpeedDependentForce "Force proportional to the speed"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "Force at nominal speed; negative for a load";
    parameter Boolean ForceDirection = true "True: the same direction at all speeds; false: it changes with that of the speed";
    parameter SI.Velocity v_nominal(min=Modelica.Constants.eps) "Nominal speed";
    SI.Velocity v "Speed of the flange against the support";
  equation
    v = der(s);
    f = -(f_nominal*(if ForceDirection then abs(v/v_nominal) else v/v_nominal));
  end LinearSpeedDependentForce;

  model QuadraticSpeedDependentForce "Force proportional to the square of the speed"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "Force at nominal speed; negative for a load";
    parameter Boolean ForceDirection = true "True: the same direction at all speeds; false: it changes with that of the speed";
    parameter SI.Velocity v_nominal(min=Modelica.Constants.eps) "Nominal speed";
    SI.Velocity v "Speed of the flange against the support";
  equation
    v = der(s);
    f = -(f_nominal*(v/v_nominal)^2*(if ForceDirection or v >= 0 then 1 else -1));
  end QuadraticSpeedDependentForce;

  model InverseSpeedDependentForce "Force inverse to the speed: constant power"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "Force at nominal speed; negative for a load";
    parameter Boolean ForceDirection = true "True: the same direction at all speeds; false: it changes with that of the speed";
    parameter SI.Velocity v_nominal(min=Modelica.Constants.eps) "Nominal speed";
    parameter SI.Velocity v0(final min=Modelica.Constants.eps, start=0.1) "Width of the transition at zero speed";
    SI.Velocity v "Speed of the flange against the support";
  equation
    v = der(s);
    f = -(if ForceDirection then f_nominal*v_nominal/(if abs(v) < v0 then v0 else abs(v))
      elseif abs(v) < v0 then f_nominal*v_nominal/v0*(v/v0) else f_nominal*v_nominal/v);
  end InverseSpeedDependentForce;

  model SignForce "Force of constant size against the speed"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "Force at positive speed; negative for a load";
    parameter Modelica.Blocks.Types.Regularization reg = Modelica.Blocks.Types.Regularization.Exp "Shape of the transition at zero speed";
    parameter SI.Velocity v0(final min=Modelica.Constants.eps, start=0.1) "Width of the transition at zero speed";
    SI.Velocity v "Speed of the flange against the support";
  equation
    v = der(s);
    f = -(f_nominal*Modelica.Mechanics.Internal.regularSign(v/v0, reg));
  end SignForce;

  model ConstantSpeed "Moves the flange with constant speed"
    extends Interfaces.PartialForce;
    SI.Velocity v "Speed of the flange against the support";
    parameter SI.Velocity v_fixed "Speed";
  equation
    v = der(s);
    v = v_fixed;
  end ConstantSpeed;

  annotation(Documentation(info="<html>
<p>A positive force accelerates the flange it acts on.</p>
</html>"));
end Sources;
