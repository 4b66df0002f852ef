within Modelica.Mechanics.Translational;
package Components "Masses, springs, stops and friction"
  extends Modelica.Icons.Package;

  model Fixed "Flange fixed to the ground"
    parameter SI.Position s0 = 0 "Position";
    Interfaces.Flange_b flange "Flange";
  equation
    flange.s = s0;
  end Fixed;

  model Mass "Sliding mass"
    parameter SI.Mass m(min=0, start=1) "Mass";
    parameter StateSelect stateSelect = StateSelect.default "Whether s and v become states";
    extends Interfaces.PartialRigid(L=0, s(start=0, stateSelect=stateSelect));
    SI.Velocity v(start=0, stateSelect=stateSelect) "Speed";
    SI.Acceleration a(start=0) "Acceleration";
  equation
    v = der(s);
    a = der(v);
    m*a = flange_a.f + flange_b.f;
  end Mass;

  model Rod "Rigid rod without mass"
    extends Interfaces.PartialRigid;
  equation
    flange_a.f + flange_b.f = 0;
  end Rod;

  model Spring "Linear spring"
    extends Interfaces.PartialCompliant;
    parameter SI.TranslationalSpringConstant c(final min=0, start=1) "Stiffness";
    parameter SI.Distance s_rel0 = 0 "Length without force";
  equation
    f = c*(s_rel - s_rel0);
  end Spring;

  model Damper "Linear damper"
    extends Interfaces.PartialCompliantWithRelativeStates;
    parameter SI.TranslationalDampingConstant d(final min=0, start=0) "Damping";
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
  equation
    f = d*v_rel;
    lossPower = f*v_rel;
  end Damper;

  model SpringDamper "Linear spring and damper in parallel"
    extends Interfaces.PartialCompliantWithRelativeStates;
    parameter SI.TranslationalSpringConstant c(final min=0, start=1) "Stiffness";
    parameter SI.TranslationalDampingConstant d(final min=0, start=1) "Damping";
    parameter SI.Position s_rel0 = 0 "Length without spring force";
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
  protected
    SI.Force f_c "Force of the spring";
    SI.Force f_d "Force of the damper";
  equation
    f_c = c*(s_rel - s_rel0);
    f_d = d*v_rel;
    f = f_c + f_d;
    lossPower = f_d*v_rel;
  end SpringDamper;

  model ElastoGap "Spring and damper that act while the flanges touch"
    extends Interfaces.PartialCompliantWithRelativeStates;
    parameter SI.TranslationalSpringConstant c(final min=0, start=1) "Stiffness";
    parameter SI.TranslationalDampingConstant d(final min=0, start=1) "Damping";
    parameter SI.Position s_rel0 = 0 "Distance at which the flanges touch";
    parameter SI.Force f_ref(min=0) = c*s_ref "Spring force at the reference indentation";
    parameter SI.Length s_ref(min=Modelica.Constants.eps) = 1 "Reference indentation";
    parameter Real n(final min=1) = 1 "Exponent of the spring force";
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    Boolean contact "Whether the flanges touch";
  protected
    SI.Force f_c "Force of the spring, not positive";
    SI.Force f_d "Force of the damper, at most as large as that of the spring";
    Real ratio "Indentation by its reference, negative while touching";
  equation
    contact = s_rel < s_rel0;
    ratio = (s_rel - s_rel0)/s_ref;
    f_c = smooth(1, noEvent(if contact then -f_ref*abs(ratio)^n else 0));
    f_d = smooth(0, noEvent(if contact then min(-f_c, max(f_c, d*v_rel)) else 0));
    f = f_c + f_d;
    lossPower = f_d*v_rel;
    annotation(Documentation(info="<html>
<p>The contact pushes and never pulls: the damper force is limited to the size of the spring force. A bouncing ball is a
mass above an ElastoGap.</p>
</html>"));
  end ElastoGap;

  model SupportFriction "Friction against the support"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real f_pos[:, 2] = [0, 1] "Rows of speed and friction force, for positive speeds";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments "Interpolation of the table";
    parameter Real peak(final min=1) = 1 "Largest sticking force by sliding force at zero speed";
    extends Interfaces.PartialFriction;
    SI.Position s "Position against the support";
    SI.Force f "Friction force";
    SI.Velocity v "Speed against the support";
    SI.Acceleration a "Acceleration against the support";
  protected
    parameter Real d[size(f_pos, 1)] = {Modelica.Blocks.Tables.Internal.splineSlope(f_pos[:, 1], f_pos[:, 2], i, smoothness)
      for i in 1:size(f_pos, 1)} "Slopes of the spline";
  equation
    assert(Modelica.Blocks.Tables.Internal.ascends(f_pos[:, 1], true), "The first column of f_pos must be strictly ascending.");
    s = s_a;
    s = s_b;
    v = der(s);
    a = der(v);
    v_relfric = v;
    a_relfric = a;
    flange_a.f + flange_b.f - f = 0;
    free = false;
    f0 = Modelica.Blocks.Tables.Internal.value(f_pos[:, 1], f_pos[:, 2], d, 0, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    f0_max = peak*f0;
    f = if locked then sa*unitForce else direction*Modelica.Blocks.Tables.Internal.value(
      f_pos[:, 1], f_pos[:, 2], d, direction*v, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    lossPower = f*v_relfric;
  end SupportFriction;

  model Brake "Brake: friction against the support, pressed by an input"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real mu_pos[:, 2] = [0, 0.5] "Rows of speed and friction coefficient, for positive speeds";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments "Interpolation of the table";
    parameter Real peak(final min=1) = 1 "Largest sticking force by sliding force at zero speed";
    parameter Real cgeo(final min=0) = 1 "Geometry: number of friction surfaces";
    parameter SI.Force fn_max(final min=0, start=1) "Normal force when the input is 1";
    extends Interfaces.PartialFriction;
    SI.Position s "Position against the support";
    SI.Force f "Friction force";
    SI.Velocity v "Speed against the support";
    SI.Acceleration a "Acceleration against the support";
    Real mu "Friction coefficient of sliding";
    SI.Force fn "Normal force";
    Modelica.Blocks.Interfaces.RealInput f_normalized "Normal force by fn_max; not positive: released";
  protected
    parameter Real d[size(mu_pos, 1)] = {Modelica.Blocks.Tables.Internal.splineSlope(mu_pos[:, 1], mu_pos[:, 2], i, smoothness)
      for i in 1:size(mu_pos, 1)} "Slopes of the spline";
    parameter Real mu0 = Modelica.Blocks.Tables.Internal.value(mu_pos[:, 1], mu_pos[:, 2], d, 0, smoothness,
      Modelica.Blocks.Types.Extrapolation.LastTwoPoints) "Friction coefficient at zero speed";
  equation
    assert(Modelica.Blocks.Tables.Internal.ascends(mu_pos[:, 1], true), "The first column of mu_pos must be strictly ascending.");
    s = s_a;
    s = s_b;
    v = der(s);
    a = der(v);
    v_relfric = v;
    a_relfric = a;
    flange_a.f + flange_b.f - f = 0;
    fn = fn_max*f_normalized;
    free = fn <= 0;
    f0 = mu0*cgeo*fn;
    f0_max = peak*f0;
    mu = Modelica.Blocks.Tables.Internal.value(mu_pos[:, 1], mu_pos[:, 2], d, direction*v, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    f = if locked then sa*unitForce elseif free then 0 else direction*mu*cgeo*fn;
    lossPower = f*v_relfric;
  end Brake;

  model MassWithStopAndFriction "Sliding mass with Stribeck friction between two hard stops"
    parameter SI.Position smax(start=25) "Right stop, for the right end of the mass";
    parameter SI.Position smin(start=-25) "Left stop, for the left end of the mass";
    parameter SI.Velocity v_small = 1e-3 "Speed beyond which sliding changes its direction without sticking, after an impulse";
    extends Interfaces.PartialRigid(s(start=0, stateSelect=StateSelect.always));
    SI.Velocity v(start=0, stateSelect=StateSelect.always) "Speed";
    SI.Acceleration a(start=0) "Acceleration";
    parameter SI.Mass m(start=1) "Mass";
    parameter Real F_prop(final unit="N.s/m", final min=0, start=1) "Viscous friction: force by speed";
    parameter SI.Force F_Coulomb(start=5) "Coulomb friction";
    parameter SI.Force F_Stribeck(start=10) "Stribeck friction: added at zero speed";
    parameter Real fexp(final unit="s/m", final min=0, start=2) "Rate at which Stribeck friction decays with speed";
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    SI.Velocity v_relfric "Speed between the surfaces";
    SI.Acceleration a_relfric "Acceleration between the surfaces";
    SI.Force f "Friction force, or force of the stop";
    SI.Force f0 "Friction force when sliding begins";
    SI.Force f0_max "Largest force that sticking can hold";
    Boolean free "Whether there is neither friction nor a stop";
    Real sa(unit="1") "Place on the characteristic: force when sticking, acceleration and more when sliding";
    Boolean startForward(start=false, fixed=true) "Whether forward sliding begins";
    Boolean startBackward(start=false, fixed=true) "Whether backward sliding begins";
    Boolean locked(start=false) "Whether the mass sticks, or lies at a stop";
    constant Integer Unknown = 3 "Mode before the start";
    constant Integer Free = 2 "Mode: no friction";
    constant Integer Forward = 1 "Mode: sliding with positive speed";
    constant Integer Stuck = 0 "Mode: sticking, at a stop, or just about to slide";
    constant Integer Backward = -1 "Mode: sliding with negative speed";
    Integer mode(final min=Backward, final max=Unknown, start=Unknown, fixed=true) "Mode at the end of an event";
    Integer stopped "1 at the right stop, -1 at the left one, else 0";
  protected
    Boolean mayForward "Whether the right stop leaves room";
    Boolean mayBackward "Whether the left stop leaves room";
    Integer direction "Direction of sliding, 1 or -1; of no meaning when stuck or free";
    constant SI.Acceleration unitAcceleration = 1 "Makes the units fit";
    constant SI.Force unitForce = 1 "Makes the units fit";
  equation
    v = der(s);
    a = der(v);
    v_relfric = v;
    a_relfric = a;
    m*a = flange_a.f + flange_b.f - f;
    // stops: the speed is lost
    mayForward = s < smax - L/2;
    mayBackward = s > smin + L/2;
    stopped = if not mayBackward then -1 elseif not mayForward then 1 else 0;
    when stopped <> 0 then
      reinit(s, if stopped < 0 then smin + L/2 else smax - L/2);
      reinit(v, 0);
    end when;
    when initial() then
      assert(s > smin + L/2 or s >= smin + L/2 and v >= 0, "The mass begins at s = " + String(s) + ", beyond its left stop.");
      assert(s < smax - L/2 or s <= smax - L/2 and v <= 0, "The mass begins at s = " + String(s) + ", beyond its right stop.");
    end when;
    // friction: as in Interfaces.PartialFriction, but never towards a stop
    free = f0 <= 0 and F_prop <= 0 and mayForward and mayBackward;
    f0 = F_Coulomb + F_Stribeck;
    f0_max = 1.001*f0;
    startForward = pre(mode) == Stuck and mayForward and (sa > f0_max/unitForce or pre(startForward) and sa > f0/unitForce)
      or pre(mode) == Backward and v_relfric > v_small
      or initial() and v_relfric > 0;
    startBackward = pre(mode) == Stuck and mayBackward and (sa < -f0_max/unitForce or pre(startBackward) and sa < -f0/unitForce)
      or pre(mode) == Forward and v_relfric < -v_small
      or initial() and v_relfric < 0;
    locked = not (free or startForward or startBackward or pre(mode) == Forward or pre(mode) == Backward);
    direction = if startForward or pre(mode) == Forward and not startBackward then 1 else -1;
    a_relfric = unitAcceleration*(if locked then 0 elseif free then sa else sa - direction*f0_max/unitForce);
    f = if locked then sa*unitForce elseif free then 0
      else F_prop*v + direction*(F_Coulomb + F_Stribeck*(if startForward or startBackward then 1 else exp(-fexp*abs(v))));
    mode = if free then Free
      elseif v_relfric > 0 and mayForward and (startForward or pre(mode) == Forward or pre(mode) == Free) then Forward
      elseif v_relfric < 0 and mayBackward and (startBackward or pre(mode) == Backward or pre(mode) == Free) then Backward
      else Stuck;
    lossPower = f*v_relfric;
    annotation(Documentation(info="<html>
<p>Viscous friction, Coulomb friction, and Stribeck friction that decays with the speed. At a stop the mass loses its
speed and stays until a force large enough draws it back; the force of the stop then is the friction force.</p>
</html>"));
  end MassWithStopAndFriction;

  model RollingResistance "What a wheel loses by rolling"
    extends Interfaces.PartialForce;
    parameter SI.Force fWeight(start=0) "Weight on the wheel";
    parameter Boolean useCrInput = false "True: the rolling resistance coefficient is an input";
    parameter Real CrConstant = 0.01 "Rolling resistance coefficient if constant";
    parameter Boolean useInclinationInput = false "True: the inclination is an input";
    parameter Real inclinationConstant = 0 "Inclination if constant: tangent of the angle";
    parameter Modelica.Blocks.Types.Regularization reg = Modelica.Blocks.Types.Regularization.Exp "Shape of the transition at zero speed";
    parameter SI.Velocity v0(final min=Modelica.Constants.eps) = 0.1 "Width of the transition at zero speed";
    SI.Velocity v "Speed";
    SI.Force f_nominal "Resistance at positive speed, negative";
    Modelica.Blocks.Interfaces.RealInput inclination = inclination_internal if useInclinationInput "Inclination: tangent of the angle";
    Modelica.Blocks.Interfaces.RealInput cr = Cr_internal if useCrInput "Rolling resistance coefficient";
  protected
    Real Cr_internal "Coefficient from either side";
    Real inclination_internal "Inclination from either side";
  equation
    if not useCrInput then
      Cr_internal = CrConstant;
    end if;
    if not useInclinationInput then
      inclination_internal = inclinationConstant;
    end if;
    v = der(s);
    f_nominal = -Cr_internal*fWeight*cos(atan(inclination_internal));
    f = -f_nominal*Modelica.Mechanics.Internal.regularSign(v/v0, reg);
  end RollingResistance;

  model IdealGearR2T "Gear from rotation to translation, without losses"
    extends Modelica.Mechanics.Rotational.Components.IdealGearR2T;
  end IdealGearR2T;

  model IdealRollingWheel "Wheel that rolls without slip"
    extends Modelica.Mechanics.Rotational.Components.IdealRollingWheel;
  end IdealRollingWheel;

  model RelativeStates "Makes the distance of two flanges a state"
    extends Interfaces.PartialTwoFlanges;
    parameter StateSelect stateSelect = StateSelect.prefer "Whether s_rel and v_rel become states";
    SI.Position s_rel(start=0, stateSelect=stateSelect) "Distance from flange_a to flange_b";
    SI.Velocity v_rel(start=0, stateSelect=stateSelect) "Its derivative";
    SI.Acceleration a_rel(start=0) "Its second derivative";
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    a_rel = der(v_rel);
    flange_a.f = 0;
    flange_b.f = 0;
  end RelativeStates;

  model Vehicle "Vehicle with drag, rolling resistance and slope"
    parameter SI.Mass m "Mass";
    parameter SI.Acceleration g = Modelica.Constants.g_n "Gravity";
    parameter SI.Inertia J "Inertia of the drive";
    parameter SI.Length R "Radius of the wheels";
    parameter SI.Area A(start=1) "Front area";
    parameter Real Cd(start=0.5) "Drag coefficient";
    parameter SI.Density rho = 1.2 "Density of air";
    parameter Boolean useWindInput = false "True: the wind is an input";
    parameter SI.Velocity vWindConstant = 0 "Wind if constant, positive from behind";
    parameter Boolean useCrInput = false "True: the rolling resistance coefficient is an input";
    parameter Real CrConstant = 0.015 "Rolling resistance coefficient if constant";
    parameter SI.Velocity vReg = 1e-3 "Width of the transition of the rolling resistance at zero speed";
    parameter Boolean useInclinationInput = false "True: the inclination is an input";
    parameter Real inclinationConstant = 0 "Inclination if constant: tangent of the angle";
    SI.Position s(displayUnit="km", start=0) = mass.s "Position";
    SI.Velocity v(displayUnit="km/h", start=0) = mass.v "Speed";
    SI.Acceleration a = mass.a "Acceleration";
    Interfaces.Flange_b flangeT "Flange of the vehicle body";
    Modelica.Mechanics.Rotational.Interfaces.Flange_a flangeR "Shaft of the drive";
    Modelica.Mechanics.Rotational.Components.Inertia inertia(final J=J) "Inertia of the drive";
    IdealRollingWheel idealRollingWheel(final radius=R) "Wheels";
    Mass mass(final m=m) "Vehicle body";
    Modelica.Blocks.Interfaces.RealInput inclination = inclination_internal if useInclinationInput "Inclination: tangent of the angle";
    Modelica.Blocks.Interfaces.RealInput cr = cr_internal if useCrInput "Rolling resistance coefficient";
    Modelica.Blocks.Interfaces.RealInput vWind(unit="m/s") = vWind_internal if useWindInput "Wind, positive from behind";
    SI.Force fDrag "Drag";
    SI.Force fRoll "Rolling resistance";
    SI.Force fGrav "Force of gravity along the slope";
  protected
    Sources.Force resistance(f=-(fDrag + fRoll + fGrav)) "All resistances together";
    Real inclination_internal "Inclination from either side";
    Real cr_internal "Coefficient from either side";
    SI.Velocity vWind_internal "Wind from either side";
    SI.Velocity vAir "Speed against the air";
    SI.Angle alpha "Angle of the slope";
  equation
    if not useInclinationInput then
      inclination_internal = inclinationConstant;
    end if;
    if not useCrInput then
      cr_internal = CrConstant;
    end if;
    if not useWindInput then
      vWind_internal = vWindConstant;
    end if;
    alpha = atan(inclination_internal);
    vAir = mass.v - vWind_internal;
    fDrag = Cd*A*rho/2*vAir*noEvent(abs(vAir));
    fRoll = cr_internal*m*g*cos(alpha)*Modelica.Mechanics.Internal.regularSign(mass.v/vReg, Modelica.Blocks.Types.Regularization.Linear);
    fGrav = m*g*sin(alpha);
    connect(flangeR, inertia.flange_a);
    connect(inertia.flange_b, idealRollingWheel.flangeR);
    connect(idealRollingWheel.flangeT, mass.flange_a);
    connect(mass.flange_b, flangeT);
    connect(resistance.flange, mass.flange_b);
  end Vehicle;
end Components;
