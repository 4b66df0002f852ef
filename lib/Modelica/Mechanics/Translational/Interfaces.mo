within Modelica.Mechanics.Translational;
package Interfaces "Connectors and partial models of motion along a line"
  extends Modelica.Icons.InterfacesPackage;

  connector Flange "Flange"
    SI.Position s "Position";
    flow SI.Force f "Cut force acting on the component";
  end Flange;

  connector Flange_a "Left flange"
    extends Flange;
  end Flange_a;

  connector Flange_b "Right flange"
    extends Flange;
  end Flange_b;

  connector Support "Flange of a housing"
    extends Flange;
  end Support;

  model InternalSupport "Housing inside a component, loaded with a given force"
    input SI.Force f "Force on the housing";
    SI.Position s "Position of the housing";
    Flange_a flange "Flange to the support";
  equation
    flange.f = f;
    flange.s = s;
  end InternalSupport;

  partial model PartialTwoFlanges "Component with two flanges"
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
  end PartialTwoFlanges;

  partial model PartialRigid "Rigid component of given length between two flanges"
    SI.Position s "Position of the middle";
    parameter SI.Length L(start=0) "Length from flange_a to flange_b";
    extends PartialTwoFlanges;
  equation
    flange_a.s = s - L/2;
    flange_b.s = s + L/2;
  end PartialRigid;

  partial model PartialOneFlangeAndSupport "Component with one flange and a support, built from others"
    parameter Boolean useSupport = false "True: there is a support flange; false: mounted on the ground";
    Flange_b flange "Flange";
    Support support if useSupport "Housing";
  protected
    Support internalSupport "Housing inside";
    Components.Fixed fixed if not useSupport "Ground in place of the support";
  equation
    connect(support, internalSupport);
    connect(fixed.flange, internalSupport);
  end PartialOneFlangeAndSupport;

  partial model PartialTwoFlangesAndSupport "Component with two flanges and a support, built from others"
    parameter Boolean useSupport = false "True: there is a support flange; false: mounted on the ground";
    extends PartialTwoFlanges;
    Support support if useSupport "Housing";
  protected
    Support internalSupport "Housing inside";
    Components.Fixed fixed if not useSupport "Ground in place of the support";
  equation
    connect(support, internalSupport);
    connect(fixed.flange, internalSupport);
  end PartialTwoFlangesAndSupport;

  partial model PartialCompliant "Massless component between two flanges"
    extends PartialTwoFlanges;
    SI.Position s_rel(start=0) "Distance from flange_a to flange_b";
    SI.Force f "Force between the flanges";
  equation
    s_rel = flange_b.s - flange_a.s;
    flange_b.f = f;
    flange_a.f = -f;
  end PartialCompliant;

  partial model PartialCompliantWithRelativeStates "Massless component between two flanges; distance and its speed are good states"
    parameter StateSelect stateSelect = StateSelect.prefer "Whether s_rel and v_rel become states";
    parameter SI.Distance s_nominal = 1e-4 "Usual size of s_rel, for the integrator's tolerance";
    SI.Position s_rel(start=0, stateSelect=stateSelect, nominal=s_nominal) "Distance from flange_a to flange_b";
    SI.Velocity v_rel(start=0, stateSelect=stateSelect) "Its derivative";
    SI.Force f "Force between the flanges";
    extends PartialTwoFlanges;
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    flange_b.f = f;
    flange_a.f = -f;
  end PartialCompliantWithRelativeStates;

  partial model PartialElementaryOneFlangeAndSupport2 "Component with one flange and a support, written with equations"
    parameter Boolean useSupport = false "True: there is a support flange; false: mounted on the ground";
    SI.Length s "Position of the flange against the support";
    Flange_b flange "Flange";
    Support support(s=s_support, f=-flange.f) if useSupport "Housing";
  protected
    SI.Length s_support "Position of the housing";
  equation
    s = flange.s - s_support;
    if not useSupport then
      s_support = 0;
    end if;
  end PartialElementaryOneFlangeAndSupport2;

  partial model PartialElementaryTwoFlangesAndSupport2 "Component with two flanges and a support, written with equations"
    parameter Boolean useSupport = false "True: there is a support flange; false: mounted on the ground";
    extends PartialTwoFlanges;
    Support support(s=s_support, f=-flange_a.f - flange_b.f) if useSupport "Housing";
    SI.Length s_a "Position of flange_a against the support";
    SI.Length s_b "Position of flange_b against the support";
  protected
    SI.Length s_support "Position of the housing";
  equation
    s_a = flange_a.s - s_support;
    s_b = flange_b.s - s_support;
    if not useSupport then
      s_support = 0;
    end if;
  end PartialElementaryTwoFlangesAndSupport2;

  partial model PartialElementaryRotationalToTranslational "Turns rotation into translation"
    extends Modelica.Mechanics.Rotational.Interfaces.PartialElementaryRotationalToTranslational;
  end PartialElementaryRotationalToTranslational;

  partial model PartialForce "Force that acts on a flange"
    extends PartialElementaryOneFlangeAndSupport2;
    SI.Force f "Force acting on the component, the opposite of what the flange feels";
  equation
    f = flange.f;
  end PartialForce;

  partial model PartialAbsoluteSensor "Sensor of one flange"
    extends Modelica.Icons.RectangularSensor;
    Flange_a flange "Flange to be measured";
  equation
    flange.f = 0;
  end PartialAbsoluteSensor;

  partial model PartialRelativeSensor "Sensor between two flanges"
    extends Modelica.Icons.RectangularSensor;
    extends PartialTwoFlanges;
  equation
    flange_a.f + flange_b.f = 0;
  end PartialRelativeSensor;

  partial model PartialFriction "Coulomb friction that can stick"
    parameter SI.Velocity v_small = 1e-3 "Speed beyond which sliding changes its direction without sticking, after an impulse";
    SI.Velocity v_relfric "Speed between the surfaces";
    SI.Acceleration a_relfric "Acceleration between the surfaces";
    SI.Force f0 "Friction force when sliding begins";
    SI.Force f0_max "Largest force that sticking can hold";
    Boolean free "Whether the surfaces do not touch";
    Real sa(unit="1") "Place on the characteristic: force when sticking, acceleration and more when sliding";
    Boolean startForward(start=false, fixed=true) "Whether forward sliding begins";
    Boolean startBackward(start=false, fixed=true) "Whether backward sliding begins";
    Boolean locked(start=false) "Whether the surfaces stick";
    constant Integer Unknown = 3 "Mode before the start";
    constant Integer Free = 2 "Mode: no contact";
    constant Integer Forward = 1 "Mode: sliding with positive speed";
    constant Integer Stuck = 0 "Mode: sticking, or just about to slide";
    constant Integer Backward = -1 "Mode: sliding with negative speed";
    Integer mode(final min=Backward, final max=Unknown, start=Unknown, fixed=true) "Mode at the end of an event";
  protected
    Integer direction "Direction of sliding, 1 or -1; of no meaning when stuck or free";
    constant SI.Acceleration unitAcceleration = 1 "Makes the units fit";
    constant SI.Force unitForce = 1 "Makes the units fit";
  equation
    // sliding begins when sticking would need more than f0_max, and has begun while it would need more than f0
    startForward = pre(mode) == Stuck and (sa > f0_max/unitForce or pre(startForward) and sa > f0/unitForce)
      or pre(mode) == Backward and v_relfric > v_small
      or initial() and v_relfric > 0;
    startBackward = pre(mode) == Stuck and (sa < -f0_max/unitForce or pre(startBackward) and sa < -f0/unitForce)
      or pre(mode) == Forward and v_relfric < -v_small
      or initial() and v_relfric < 0;
    locked = not (free or startForward or startBackward or pre(mode) == Forward or pre(mode) == Backward);
    direction = if startForward or pre(mode) == Forward and not startBackward then 1 else -1;
    // sticking: no acceleration; sliding: sa continues beyond the force that sticking could hold
    a_relfric = unitAcceleration*(if locked then 0 elseif free then sa else sa - direction*f0_max/unitForce);
    // a direction counts as taken when the speed has its sign
    mode = if free then Free
      elseif v_relfric > 0 and (startForward or pre(mode) == Forward or pre(mode) == Free) then Forward
      elseif v_relfric < 0 and (startBackward or pre(mode) == Backward or pre(mode) == Free) then Backward
      else Stuck;
    annotation(Documentation(info="<html>
<p>The same machine of states as in <code>Rotational.Interfaces.PartialFriction</code>, which explains it.</p>
</html>"));
  end PartialFriction;
end Interfaces;
