within Modelica.Mechanics.Rotational;
package Interfaces "Connectors and partial models of drive trains"
  extends Modelica.Icons.InterfacesPackage;

  connector Flange "Flange of a shaft"
    SI.Angle phi "Angle";
    flow SI.Torque tau "Cut torque acting on the component";
  end Flange;

  connector Flange_a "Left flange of a shaft"
    extends Flange;
  end Flange_a;

  connector Flange_b "Right flange of a shaft"
    extends Flange;
  end Flange_b;

  connector Support "Flange of a housing"
    extends Flange;
  end Support;

  model InternalSupport "Housing inside a component, loaded with a given torque"
    input SI.Torque tau "Torque on the housing";
    SI.Angle phi "Angle of the housing";
    Flange_a flange "Flange to the support";
  equation
    flange.tau = tau;
    flange.phi = phi;
  end InternalSupport;

  partial model PartialTwoFlanges "Component with two flanges"
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
  end PartialTwoFlanges;

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
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
    Support support if useSupport "Housing";
  protected
    Support internalSupport "Housing inside";
    Components.Fixed fixed if not useSupport "Ground in place of the support";
  equation
    connect(support, internalSupport);
    connect(fixed.flange, internalSupport);
  end PartialTwoFlangesAndSupport;

  partial model PartialCompliant "Massless component between two flanges"
    SI.Angle phi_rel(start=0) "Angle from flange_a to flange_b";
    SI.Torque tau "Torque between the flanges";
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    flange_b.tau = tau;
    flange_a.tau = -tau;
  end PartialCompliant;

  partial model PartialCompliantWithRelativeStates "Massless component between two flanges; relative angle and speed are good states"
    SI.Angle phi_rel(start=0, stateSelect=stateSelect, nominal=if phi_nominal >= Modelica.Constants.eps then phi_nominal else 1) "Angle from flange_a to flange_b";
    SI.AngularVelocity w_rel(start=0, stateSelect=stateSelect) "Its derivative";
    SI.AngularAcceleration a_rel(start=0) "Its second derivative";
    SI.Torque tau "Torque between the flanges";
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
    parameter SI.Angle phi_nominal(displayUnit="rad", min=0.0) = 1e-4 "Usual size of phi_rel, for the integrator's tolerance";
    parameter StateSelect stateSelect = StateSelect.prefer "Whether phi_rel and w_rel become states";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    w_rel = der(phi_rel);
    a_rel = der(w_rel);
    flange_b.tau = tau;
    flange_a.tau = -tau;
  end PartialCompliantWithRelativeStates;

  partial model PartialElementaryOneFlangeAndSupport2 "Component with one flange and a support, written with equations"
    parameter Boolean useSupport = false "True: there is a support flange; false: mounted on the ground";
    Flange_b flange "Flange";
    Support support(phi=phi_support, tau=-flange.tau) if useSupport "Housing";
  protected
    SI.Angle phi_support "Angle of the housing";
  equation
    if not useSupport then
      phi_support = 0;
    end if;
  end PartialElementaryOneFlangeAndSupport2;

  partial model PartialElementaryTwoFlangesAndSupport2 "Component with two flanges and a support, written with equations"
    parameter Boolean useSupport = false "True: there is a support flange; false: mounted on the ground";
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
    Support support(phi=phi_support, tau=-flange_a.tau - flange_b.tau) if useSupport "Housing";
  protected
    SI.Angle phi_support "Angle of the housing";
  equation
    if not useSupport then
      phi_support = 0;
    end if;
  end PartialElementaryTwoFlangesAndSupport2;

  partial model PartialElementaryRotationalToTranslational "Turns rotation into translation"
    parameter Boolean useSupportR = false "True: there is a rotational support flange";
    parameter Boolean useSupportT = false "True: there is a translational support flange";
    Flange_a flangeR "Rotational flange";
    Modelica.Mechanics.Translational.Interfaces.Flange_b flangeT "Translational flange";
    Support supportR if useSupportR "Rotational housing";
    Modelica.Mechanics.Translational.Interfaces.Support supportT if useSupportT "Translational housing";
  protected
    InternalSupport internalSupportR(tau=-flangeR.tau) "Rotational housing inside";
    Modelica.Mechanics.Translational.Interfaces.InternalSupport internalSupportT(f=-flangeT.f) "Translational housing inside";
    Components.Fixed fixedR if not useSupportR "Ground in place of the rotational support";
    Modelica.Mechanics.Translational.Components.Fixed fixedT if not useSupportT "Ground in place of the translational support";
  equation
    connect(internalSupportR.flange, supportR);
    connect(internalSupportR.flange, fixedR.flange);
    connect(internalSupportT.flange, supportT);
    connect(internalSupportT.flange, fixedT.flange);
  end PartialElementaryRotationalToTranslational;

  partial model PartialTorque "Torque that acts on a flange"
    extends PartialElementaryOneFlangeAndSupport2;
    SI.Angle phi "Angle of the flange against the support";
  equation
    phi = flange.phi - phi_support;
  end PartialTorque;

  partial model PartialAbsoluteSensor "Sensor of one flange"
    extends Modelica.Icons.RoundSensor;
    Flange_a flange "Flange to be measured";
  equation
    flange.tau = 0;
  end PartialAbsoluteSensor;

  partial model PartialRelativeSensor "Sensor between two flanges"
    extends Modelica.Icons.RoundSensor;
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
  equation
    flange_a.tau + flange_b.tau = 0;
  end PartialRelativeSensor;

  partial model PartialFriction "Coulomb friction that can stick"
    parameter SI.AngularVelocity w_small = 1.0e10 "Speed beyond which sliding changes its direction without sticking, after an impulse";
    SI.AngularVelocity w_relfric "Speed between the surfaces";
    SI.AngularAcceleration a_relfric "Acceleration between the surfaces";
    SI.Torque tau0 "Friction torque when sliding begins";
    SI.Torque tau0_max "Largest torque that sticking can hold";
    Boolean free "Whether the surfaces do not touch";
    Real sa(final unit="1") "Place on the characteristic: torque when sticking, acceleration and more when sliding";
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
    constant SI.AngularAcceleration unitAngularAcceleration = 1 "Makes the units fit";
    constant SI.Torque unitTorque = 1 "Makes the units fit";
  equation
    // sliding begins when sticking would need more than tau0_max, and has begun while it would need more than tau0
    startForward = pre(mode) == Stuck and (sa > tau0_max/unitTorque or pre(startForward) and sa > tau0/unitTorque)
      or pre(mode) == Backward and w_relfric > w_small
      or initial() and w_relfric > 0;
    startBackward = pre(mode) == Stuck and (sa < -tau0_max/unitTorque or pre(startBackward) and sa < -tau0/unitTorque)
      or pre(mode) == Forward and w_relfric < -w_small
      or initial() and w_relfric < 0;
    locked = not (free or startForward or startBackward or pre(mode) == Forward or pre(mode) == Backward);
    direction = if startForward or pre(mode) == Forward and not startBackward then 1 else -1;
    // sticking: no acceleration; sliding: sa continues beyond the torque that sticking could hold
    a_relfric = unitAngularAcceleration*(if locked then 0 elseif free then sa else sa - direction*tau0_max/unitTorque);
    // a direction counts as taken when the speed has its sign
    mode = if free then Free
      elseif w_relfric > 0 and (startForward or pre(mode) == Forward or pre(mode) == Free) then Forward
      elseif w_relfric < 0 and (startBackward or pre(mode) == Backward or pre(mode) == Free) then Backward
      else Stuck;
    annotation(Documentation(info="<html>
<p>Coulomb friction as a machine of few states, after Otter, Elmqvist and Mattsson (1999). Between events every state has
its own smooth equations. While the surfaces stick their acceleration is zero and the friction torque, sa, is whatever
the rest of the system demands. When that exceeds tau0_max the surfaces begin to slide: now the torque is given and sa
stands for the acceleration. So each state determines one of the two and sa is never undetermined.</p>
<p>The component that inherits defines the speed and acceleration between the surfaces, tau0, tau0_max, free, and the
friction torque: sa when locked, zero when free, and a function of the speed otherwise.</p>
</html>"));
  end PartialFriction;
end Interfaces;
