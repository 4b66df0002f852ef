within Modelica.Mechanics.Rotational;
package Components "Inertias, springs, gears, brakes and clutches"
  extends Modelica.Icons.Package;

  model Fixed "Flange fixed to the ground"
    parameter SI.Angle phi0 = 0 "Angle";
    Interfaces.Flange_b flange "Flange";
  equation
    flange.phi = phi0;
  end Fixed;

  model Inertia "Rotating mass"
    extends Interfaces.PartialTwoFlanges;
    parameter SI.Inertia J(min=0, start=1) "Moment of inertia";
    parameter StateSelect stateSelect = StateSelect.default "Whether phi and w become states";
    SI.Angle phi(stateSelect=stateSelect) "Angle";
    SI.AngularVelocity w(stateSelect=stateSelect) "Speed";
    SI.AngularAcceleration a "Acceleration";
  equation
    phi = flange_a.phi;
    phi = flange_b.phi;
    w = der(phi);
    a = der(w);
    J*a = flange_a.tau + flange_b.tau;
  end Inertia;

  model Disc "Rigid shaft without inertia, with a fixed angle between its flanges"
    extends Interfaces.PartialTwoFlanges;
    parameter SI.Angle deltaPhi = 0 "Angle from flange_a to flange_b";
    SI.Angle phi "Angle in the middle";
  equation
    flange_a.phi = phi - deltaPhi/2;
    flange_b.phi = phi + deltaPhi/2;
    flange_a.tau + flange_b.tau = 0;
  end Disc;

  model Spring "Linear torsion spring"
    extends Interfaces.PartialCompliant;
    parameter SI.RotationalSpringConstant c(final min=0, start=1.0e5) "Stiffness";
    parameter SI.Angle phi_rel0 = 0 "Angle without torque";
  equation
    tau = c*(phi_rel - phi_rel0);
  end Spring;

  model Damper "Linear torsion damper"
    extends Interfaces.PartialCompliantWithRelativeStates;
    parameter SI.RotationalDampingConstant d(final min=0, start=0) "Damping";
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
  equation
    tau = d*w_rel;
    lossPower = tau*w_rel;
  end Damper;

  model SpringDamper "Linear torsion spring and damper in parallel"
    parameter SI.RotationalSpringConstant c(final min=0, start=1.0e5) "Stiffness";
    parameter SI.RotationalDampingConstant d(final min=0, start=0) "Damping";
    parameter SI.Angle phi_rel0 = 0 "Angle without spring torque";
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
  protected
    SI.Torque tau_c "Torque of the spring";
    SI.Torque tau_d "Torque of the damper";
  equation
    tau_c = c*(phi_rel - phi_rel0);
    tau_d = d*w_rel;
    tau = tau_c + tau_d;
    lossPower = tau_d*w_rel;
  end SpringDamper;

  model ElastoBacklash "Spring and damper with backlash"
    parameter SI.RotationalSpringConstant c(final min=Modelica.Constants.small, start=1.0e5) "Stiffness";
    parameter SI.RotationalDampingConstant d(final min=0, start=0) "Damping";
    parameter SI.Angle b(final min=0) = 0 "Whole backlash";
    parameter SI.Angle phi_rel0 = 0 "Middle of the backlash";
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
  protected
    final parameter SI.Angle bMax = b/2 "Upper end of the backlash";
    final parameter SI.Angle bMin = -bMax "Lower end of the backlash";
    constant SI.Angle bEps = 1e-10 "Less than this is no backlash";
    SI.Angle phi_diff = phi_rel - phi_rel0 "Angle from the middle";
    SI.Torque tau_c "Torque of the spring";
    SI.Torque tau_d "Torque of the damper";
  equation
    // At the start the gap is replaced by a soft spring, so that a torque always has an angle that belongs to it.
    tau_c = if initial() then (if phi_diff > 1.5*bMax then c*(phi_diff - bMax)
        elseif phi_diff < 1.5*bMin then c*(phi_diff - bMin) else c*phi_diff/3)
      elseif phi_diff > bMax then c*(phi_diff - bMax)
      elseif phi_diff < bMin then c*(phi_diff - bMin) else 0;
    // The contact pushes and never pulls; the damper may at most double the spring.
    tau_d = if initial() or b <= bEps then d*w_rel
      elseif phi_diff > bMax then smooth(0, noEvent(max(-tau_c, min(tau_c, d*w_rel))))
      elseif phi_diff < bMin then smooth(0, noEvent(min(-tau_c, max(tau_c, d*w_rel))))
      else 0;
    tau = tau_c + tau_d;
    lossPower = tau_d*w_rel;
    annotation(Documentation(info="<html>
<p>Inside the backlash there is no torque. Outside, spring and damper act, but only so far as the teeth push each other:
without that limit the damper would pull when the teeth part.</p>
</html>"));
  end ElastoBacklash;

  model ElastoBacklash2 "Spring and damper with backlash (the same as ElastoBacklash here)"
    extends ElastoBacklash;
  end ElastoBacklash2;

  model BearingFriction "Friction in a bearing"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    parameter Real tau_pos[:, 2] = [0, 1] "Rows of speed and friction torque, for positive speeds";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments "Interpolation of the table";
    parameter Real peak(final min=1) = 1 "Largest sticking torque by sliding torque at zero speed";
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    SI.Angle phi "Angle of the shaft against the support";
    SI.Torque tau "Friction torque";
    SI.AngularVelocity w "Speed of the shaft against the support";
    SI.AngularAcceleration a "Acceleration of the shaft against the support";
  protected
    parameter Real d[size(tau_pos, 1)] = {Modelica.Blocks.Tables.Internal.splineSlope(tau_pos[:, 1], tau_pos[:, 2], i, smoothness)
      for i in 1:size(tau_pos, 1)} "Slopes of the spline";
  equation
    assert(Modelica.Blocks.Tables.Internal.ascends(tau_pos[:, 1], true), "The first column of tau_pos must be strictly ascending.");
    phi = flange_a.phi - phi_support;
    flange_b.phi = flange_a.phi;
    w = der(phi);
    a = der(w);
    w_relfric = w;
    a_relfric = a;
    flange_a.tau + flange_b.tau - tau = 0;
    free = false;
    tau0 = Modelica.Blocks.Tables.Internal.value(tau_pos[:, 1], tau_pos[:, 2], d, 0, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    tau0_max = peak*tau0;
    tau = if locked then sa*unitTorque else direction*Modelica.Blocks.Tables.Internal.value(
      tau_pos[:, 1], tau_pos[:, 2], d, direction*w, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    lossPower = tau*w_relfric;
  end BearingFriction;

  model Brake "Brake: friction against the support, pressed by an input"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    parameter Real mu_pos[:, 2] = [0, 0.5] "Rows of speed and friction coefficient, for positive speeds";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments "Interpolation of the table";
    parameter Real peak(final min=1) = 1 "Largest sticking torque by sliding torque at zero speed";
    parameter Real cgeo(final min=0) = 1 "Geometry: friction torque by friction force";
    parameter SI.Force fn_max(final min=0, start=1) "Normal force when the input is 1";
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    SI.Angle phi "Angle of the shaft against the support";
    SI.Torque tau "Friction torque";
    SI.AngularVelocity w "Speed of the shaft against the support";
    SI.AngularAcceleration a "Acceleration of the shaft against the support";
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
    phi = flange_a.phi - phi_support;
    flange_b.phi = flange_a.phi;
    w = der(phi);
    a = der(w);
    w_relfric = w;
    a_relfric = a;
    flange_a.tau + flange_b.tau - tau = 0;
    fn = fn_max*f_normalized;
    free = fn <= 0;
    tau0 = mu0*cgeo*fn;
    tau0_max = peak*tau0;
    mu = Modelica.Blocks.Tables.Internal.value(mu_pos[:, 1], mu_pos[:, 2], d, direction*w, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    tau = if locked then sa*unitTorque elseif free then 0 else direction*mu*cgeo*fn;
    lossPower = tau*w_relfric;
  end Brake;

  model Clutch "Clutch: friction between two shafts, pressed by an input"
    extends Modelica.Mechanics.Rotational.Icons.Clutch;
    extends Interfaces.PartialCompliantWithRelativeStates;
    parameter Real mu_pos[:, 2] = [0, 0.5] "Rows of speed and friction coefficient, for positive speeds";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments "Interpolation of the table";
    parameter Real peak(final min=1) = 1 "Largest sticking torque by sliding torque at zero speed";
    parameter Real cgeo(final min=0) = 1 "Geometry: friction torque by friction force";
    parameter SI.Force fn_max(final min=0, start=1) "Normal force when the input is 1";
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    Real mu "Friction coefficient of sliding";
    SI.Force fn "Normal force";
    Modelica.Blocks.Interfaces.RealInput f_normalized "Normal force by fn_max; not positive: open";
  protected
    parameter Real d[size(mu_pos, 1)] = {Modelica.Blocks.Tables.Internal.splineSlope(mu_pos[:, 1], mu_pos[:, 2], i, smoothness)
      for i in 1:size(mu_pos, 1)} "Slopes of the spline";
    parameter Real mu0 = Modelica.Blocks.Tables.Internal.value(mu_pos[:, 1], mu_pos[:, 2], d, 0, smoothness,
      Modelica.Blocks.Types.Extrapolation.LastTwoPoints) "Friction coefficient at zero speed";
  equation
    assert(Modelica.Blocks.Tables.Internal.ascends(mu_pos[:, 1], true), "The first column of mu_pos must be strictly ascending.");
    w_relfric = w_rel;
    a_relfric = a_rel;
    fn = fn_max*f_normalized;
    free = fn <= 0;
    tau0 = mu0*cgeo*fn;
    tau0_max = peak*tau0;
    mu = Modelica.Blocks.Tables.Internal.value(mu_pos[:, 1], mu_pos[:, 2], d, direction*w_rel, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    tau = if locked then sa*unitTorque elseif free then 0 else direction*mu*cgeo*fn;
    lossPower = tau*w_relfric;
  end Clutch;

  model OneWayClutch "Freewheel and clutch in parallel: flange_b can run ahead, not fall behind"
    extends Modelica.Mechanics.Rotational.Icons.Clutch;
    extends Interfaces.PartialCompliantWithRelativeStates;
    parameter Real mu_pos[:, 2] = [0, 0.5] "Rows of speed and friction coefficient, for positive speeds";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments "Interpolation of the table";
    parameter Real peak(final min=1) = 1 "Largest sticking torque by sliding torque at zero speed";
    parameter Real cgeo(final min=0) = 1 "Geometry: friction torque by friction force";
    parameter SI.Force fn_max(final min=0, start=1) "Normal force when the input is 1";
    parameter SI.AngularVelocity w_small = 1e10 "Speed beyond which the clutch slides at once, after an impulse";
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    Real u "Normal force by fn_max";
    Real mu "Friction coefficient of sliding";
    SI.Force fn "Normal force";
    Boolean startForward(start=false) "Whether sliding begins";
    Boolean locked(start=false) "Whether the surfaces stick";
    Boolean stuck(start=false) "Whether the surfaces stick or are just about to slide, at the end of an event";
    Modelica.Blocks.Interfaces.RealInput f_normalized "Normal force by fn_max; not positive: freewheel only";
  protected
    parameter Real d[size(mu_pos, 1)] = {Modelica.Blocks.Tables.Internal.splineSlope(mu_pos[:, 1], mu_pos[:, 2], i, smoothness)
      for i in 1:size(mu_pos, 1)} "Slopes of the spline";
    parameter Real mu0 = Modelica.Blocks.Tables.Internal.value(mu_pos[:, 1], mu_pos[:, 2], d, 0, smoothness,
      Modelica.Blocks.Types.Extrapolation.LastTwoPoints) "Friction coefficient at zero speed";
    SI.Torque tau0 "Friction torque when sliding begins";
    SI.Torque tau0_max "Largest torque that sticking can hold in forward direction";
    Boolean free "Whether the clutch is open, and only the freewheel acts";
    Real sa(final unit="1") "Place on the characteristic: torque when sticking, acceleration and more when sliding";
    constant Real eps0 = 1.0e-4 "Gap between sticking and sliding torque that keeps the two apart";
    constant SI.AngularAcceleration unitAngularAcceleration = 1 "Makes the units fit";
    constant SI.Torque unitTorque = 1 "Makes the units fit";
  equation
    assert(Modelica.Blocks.Tables.Internal.ascends(mu_pos[:, 1], true), "The first column of mu_pos must be strictly ascending.");
    u = f_normalized;
    free = u <= 0;
    fn = if free then 0 else fn_max*u;
    tau0 = mu0*cgeo*fn;
    tau0_max = if free then eps0*mu0*cgeo*fn_max else max(peak, 1 + eps0)*tau0;
    startForward = pre(stuck) and (sa > tau0_max/unitTorque or pre(startForward) and sa > tau0/unitTorque or w_rel > w_small)
      or initial() and w_rel > 0;
    locked = pre(stuck) and not startForward;
    a_rel = unitAngularAcceleration*(if locked then 0 else sa - tau0/unitTorque);
    mu = Modelica.Blocks.Tables.Internal.value(mu_pos[:, 1], mu_pos[:, 2], d, w_rel, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    tau = if locked then sa*unitTorque elseif free then 0 else mu*cgeo*fn;
    stuck = locked or w_rel <= 0;
    lossPower = if stuck then 0 else tau*w_rel;
    annotation(Documentation(info="<html>
<p>While stuck, any torque against falling behind is held; a torque above tau0_max makes flange_b slide ahead. When the
speed comes back to zero the surfaces stick again.</p>
</html>"));
  end OneWayClutch;

  model IdealGear "Gear without losses"
    extends Modelica.Mechanics.Rotational.Icons.Gear;
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    parameter Real ratio(start=1) "Speed of flange_a by speed of flange_b";
    SI.Angle phi_a "Angle of flange_a against the support";
    SI.Angle phi_b "Angle of flange_b against the support";
  equation
    phi_a = flange_a.phi - phi_support;
    phi_b = flange_b.phi - phi_support;
    phi_a = ratio*phi_b;
    ratio*flange_a.tau + flange_b.tau = 0;
  end IdealGear;

  model LossyGear "Gear with mesh losses and bearing friction"
    extends Modelica.Mechanics.Rotational.Icons.Gear;
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    parameter Real ratio(start=1) "Speed of flange_a by speed of flange_b";
    parameter Real lossTable[:, 5] = [0, 1, 1, 0, 0] "Rows of |w_a|, eta_mf1, eta_mf2, tau_bf1, tau_bf2";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments "Interpolation of the table";
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    SI.Angle phi_a "Angle of flange_a against the support";
    SI.Angle phi_b "Angle of flange_b against the support";
    Real sa(final unit="1") "Place on the characteristic: loss torque when sticking, acceleration and more when turning";
    SI.AngularVelocity w_a "Speed of flange_a against the support";
    SI.AngularAcceleration a_a "Acceleration of flange_a against the support";
    Real eta_mf1(unit="1", start=1) "Mesh efficiency when flange_a drives";
    Real eta_mf2(unit="1", start=1) "Mesh efficiency when flange_b drives";
    SI.Torque tau_bf1 "Bearing friction when flange_a drives";
    SI.Torque tau_bf2 "Bearing friction when flange_b drives";
    SI.Torque tauLoss "Loss torque at flange_a";
    SI.Torque tauLossMax "Loss torque when turning forward";
    SI.Torque tauLossMin "Loss torque when turning backward";
    Boolean tau_aPos(start=true) "Whether the torque of flange_a is not negative";
    Boolean startForward(start=false) "Whether forward turning begins";
    Boolean startBackward(start=false) "Whether backward turning begins";
    Boolean locked(start=false) "Whether the gear sticks";
    Boolean ideal "Whether there are no losses at all";
    constant Integer Unknown = 3 "Mode before the start";
    constant Integer Free = 2 "Mode: no losses";
    constant Integer Forward = 1 "Mode: turning with positive speed";
    constant Integer Stuck = 0 "Mode: sticking, or just about to turn";
    constant Integer Backward = -1 "Mode: turning with negative speed";
    Integer mode(final min=Backward, final max=Unknown, start=Free, fixed=true) "Mode at the end of an event";
  protected
    parameter Integer n = size(lossTable, 1) "Rows of the table";
    parameter Real d[n, 4] = {{Modelica.Blocks.Tables.Internal.splineSlope(lossTable[:, 1], lossTable[:, j + 1], i, smoothness)
      for j in 1:4} for i in 1:n} "Slopes of the splines";
    Real loss[4] "Table at the present speed";
    constant SI.AngularAcceleration unitAngularAcceleration = 1 "Makes the units fit";
    constant SI.Torque unitTorque = 1 "Makes the units fit";
  equation
    assert(Modelica.Blocks.Tables.Internal.ascends(lossTable[:, 1], true), "The first column of lossTable must be strictly ascending.");
    phi_a = flange_a.phi - phi_support;
    phi_b = flange_b.phi - phi_support;
    phi_a = ratio*phi_b;
    w_a = der(phi_a);
    a_a = der(w_a);
    flange_b.tau = ratio*(tauLoss - flange_a.tau);
    // losses at this speed
    for j in 1:4 loop
      loss[j] = Modelica.Blocks.Tables.Internal.value(lossTable[:, 1], lossTable[:, j + 1], d[:, j], noEvent(abs(w_a)), smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    end for;
    eta_mf1 = loss[1];
    eta_mf2 = loss[2];
    tau_bf1 = noEvent(abs(loss[3]));
    tau_bf2 = noEvent(abs(loss[4]));
    ideal = eta_mf1 >= 1 and eta_mf2 >= 1 and tau_bf1 <= 0 and tau_bf2 <= 0;
    // turning forward flange_a drives if its torque is positive, turning backward if it is negative
    tau_aPos = if ideal then true else flange_a.tau >= 0;
    tauLossMax = if tau_aPos then (1 - eta_mf1)*flange_a.tau + tau_bf1 else (1 - 1/eta_mf2)*flange_a.tau + tau_bf2;
    tauLossMin = if tau_aPos then (1 - 1/eta_mf2)*flange_a.tau - tau_bf2 else (1 - eta_mf1)*flange_a.tau - tau_bf1;
    // sticking ends when it would need more than the losses of turning
    startForward = pre(mode) == Stuck and sa > tauLossMax/unitTorque or initial() and w_a > 0;
    startBackward = pre(mode) == Stuck and sa < tauLossMin/unitTorque or initial() and w_a < 0;
    locked = not (ideal or startForward or startBackward or pre(mode) == Forward or pre(mode) == Backward);
    tauLoss = if ideal then 0 elseif locked then sa*unitTorque
      elseif startForward or pre(mode) == Forward then tauLossMax else tauLossMin;
    a_a = unitAngularAcceleration*(if locked then 0 else sa - tauLoss/unitTorque);
    mode = if ideal then Free
      elseif w_a > 0 and (startForward or pre(mode) == Forward or pre(mode) == Free) then Forward
      elseif w_a < 0 and (startBackward or pre(mode) == Backward or pre(mode) == Free) then Backward
      else Stuck;
    lossPower = tauLoss*w_a;
    annotation(Documentation(info="<html>
<p>Losses in the mesh are proportional to the torque, those in the bearings depend on the speed, and both on whether
flange_a or flange_b drives (Pelchen, Schweiger and Otter, 2002). With large losses the gear sticks and can lock itself.
Modes are handled as in <code>Interfaces.PartialFriction</code>.</p>
</html>"));
  end LossyGear;

  model Gearbox "Gear with losses, elasticity and backlash"
    extends Modelica.Mechanics.Rotational.Icons.Gearbox;
    extends Interfaces.PartialTwoFlangesAndSupport;
    parameter Real ratio(start=1) "Speed of flange_a by speed of flange_b";
    parameter Real lossTable[:, 5] = [0, 1, 1, 0, 0] "Rows of |w_a|, eta_mf1, eta_mf2, tau_bf1, tau_bf2";
    parameter SI.RotationalSpringConstant c(final min=Modelica.Constants.small, start=1.0e5) "Stiffness, at flange_b";
    parameter SI.RotationalDampingConstant d(final min=0, start=0) "Damping, at flange_b";
    parameter SI.Angle b(final min=0) = 0 "Whole backlash, at flange_b";
    parameter StateSelect stateSelect = StateSelect.prefer "Whether phi_rel and w_rel become states";
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialConditionalHeatPort(final T=293.15);
    SI.Angle phi_rel(start=0, stateSelect=stateSelect, nominal=1e-4) = flange_b.phi - lossyGear.flange_b.phi "Angle across the elasticity";
    SI.AngularVelocity w_rel(start=0, stateSelect=stateSelect) = der(phi_rel) "Its derivative";
    SI.AngularAcceleration a_rel(start=0) = der(w_rel) "Its second derivative";
    LossyGear lossyGear(final ratio=ratio, final lossTable=lossTable, final useSupport=true, final useHeatPort=true) "Gear with losses";
    ElastoBacklash elastoBacklash(final b=b, final c=c, final phi_rel0=0, final d=d, final useHeatPort=true) "Elasticity and backlash";
  equation
    connect(flange_a, lossyGear.flange_a);
    connect(lossyGear.flange_b, elastoBacklash.flange_a);
    connect(elastoBacklash.flange_b, flange_b);
    connect(lossyGear.support, internalSupport);
    connect(lossyGear.heatPort, internalHeatPort);
    connect(elastoBacklash.heatPort, internalHeatPort);
  end Gearbox;

  model IdealPlanetary "Planetary gear without losses"
    parameter Real ratio(start=100/50) "Teeth of the ring by teeth of the sun";
    Interfaces.Flange_a sun "Shaft of the sun";
    Interfaces.Flange_a carrier "Shaft of the carrier";
    Interfaces.Flange_b ring "Shaft of the ring";
  equation
    (1 + ratio)*carrier.phi = sun.phi + ratio*ring.phi;
    ring.tau = ratio*sun.tau;
    carrier.tau = -(1 + ratio)*sun.tau;
  end IdealPlanetary;

  model IdealGearR2T "Gear from rotation to translation, without losses"
    extends Interfaces.PartialElementaryRotationalToTranslational;
    parameter Real ratio(final unit="rad/m", start=1) "Angle by way";
  equation
    flangeR.phi - internalSupportR.phi = ratio*(flangeT.s - internalSupportT.s);
    ratio*flangeR.tau + flangeT.f = 0;
  end IdealGearR2T;

  model IdealRollingWheel "Wheel that rolls without slip"
    extends Interfaces.PartialElementaryRotationalToTranslational;
    parameter SI.Distance radius(start=0.3) "Radius";
  equation
    radius*(flangeR.phi - internalSupportR.phi) = flangeT.s - internalSupportT.s;
    flangeR.tau + radius*flangeT.f = 0;
  end IdealRollingWheel;

  model RelativeStates "Makes the angle between two flanges a state"
    extends Interfaces.PartialTwoFlanges;
    parameter StateSelect stateSelect = StateSelect.prefer "Whether phi_rel and w_rel become states";
    parameter SI.Angle phi_nominal(displayUnit="rad", min=0.0) = 1.0 "Usual size of phi_rel";
    SI.Angle phi_rel(start=0, stateSelect=stateSelect, nominal=if phi_nominal >= Modelica.Constants.eps then phi_nominal else 1) "Angle from flange_a to flange_b";
    SI.AngularVelocity w_rel(start=0, stateSelect=stateSelect) "Its derivative";
    SI.AngularAcceleration a_rel(start=0) "Its second derivative";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    w_rel = der(phi_rel);
    a_rel = der(w_rel);
    flange_a.tau = 0;
    flange_b.tau = 0;
  end RelativeStates;

  model TorqueToAngleAdaptor "Signal of angle out, signal of torque in, for models split at a flange"
    parameter Boolean use_w = true "True: there is an output for the speed";
    parameter Boolean use_a = true "True: there is an output for the acceleration";
    Interfaces.Flange_a flange "Flange";
    Modelica.Blocks.Interfaces.RealOutput phi(unit="rad") "Angle of the flange";
    Modelica.Blocks.Interfaces.RealOutput w(unit="rad/s") = w_internal if use_w "Speed of the flange";
    Modelica.Blocks.Interfaces.RealOutput a(unit="rad/s2") = a_internal if use_a "Acceleration of the flange";
    Modelica.Blocks.Interfaces.RealInput tau(unit="N.m") "Torque on the flange";
  protected
    SI.AngularVelocity w_internal "Speed, 0 if it is not used";
    SI.AngularAcceleration a_internal "Acceleration, 0 if it is not used";
  equation
    phi = flange.phi;
    flange.tau = tau;
    if use_w or use_a then
      w_internal = der(flange.phi);
    else
      w_internal = 0;
    end if;
    if use_a then
      a_internal = der(w_internal);
    else
      a_internal = 0;
    end if;
  end TorqueToAngleAdaptor;
end Components;
